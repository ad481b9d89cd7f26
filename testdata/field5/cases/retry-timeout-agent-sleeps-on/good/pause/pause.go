// Package pause spreads waits so that many agents do not come back at once.
package pause

import (
	"context"
	"math/rand/v2"
	"time"
)

// For waits for d and up to a quarter longer.
func For(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d/4))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
