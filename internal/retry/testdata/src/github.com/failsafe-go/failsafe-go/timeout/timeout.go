package timeout

import "time"

type Timeout[R any] interface{ ToExecutor(R) any }

func New[R any](d time.Duration) Timeout[R] { return nil }
