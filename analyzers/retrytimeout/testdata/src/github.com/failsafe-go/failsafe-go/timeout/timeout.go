package timeout

import (
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go"
)

var ErrExceeded = errors.New("timeout exceeded")

type Timeout[R any] interface{ failsafe.Policy[R] }

func New[R any](d time.Duration) Timeout[R] { return nil }
