// Package hedgepolicy is a stub.
package hedgepolicy

import "time"

type HedgePolicy[R any] interface{ hedge() }

func NewWithDelay[R any](delay time.Duration) HedgePolicy[R] { return nil }
