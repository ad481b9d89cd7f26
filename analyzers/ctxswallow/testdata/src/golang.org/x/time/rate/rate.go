// Package rate stands for the real one.
package rate

import "context"

type Limiter struct{}

func (l *Limiter) Wait(ctx context.Context) error { return nil }
