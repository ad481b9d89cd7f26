// Package good decides whether the dome of an observatory may open.
// Each try of reading the mast gets three seconds.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
)

// Reading is what the mast measures.
type Reading struct {
	Wind, Humidity float64
}

// Mast measures.
type Mast interface {
	Read(ctx context.Context) (Reading, error)
}

// Rules say when it is too wet or windy.
type Rules struct {
	MaxWind, MaxHumidity float64
	ReadLimit            time.Duration
}

// DefaultRules are good for most sites.
func DefaultRules() Rules {
	return Rules{MaxWind: 14, MaxHumidity: 85, ReadLimit: 3 * time.Second}
}

// Dome opens and closes.
type Dome struct {
	mast  Mast
	rules Rules
}

// MayOpen says whether the weather is good enough.
func (d *Dome) MayOpen(ctx context.Context) (bool, error) {
	r, err := limited(ctx, d.rules.ReadLimit, d.mast.Read)
	if err != nil {
		return false, fmt.Errorf("weather unknown: %w", err)
	}
	return r.Wind <= d.rules.MaxWind && r.Humidity <= d.rules.MaxHumidity, nil
}

func limited[T any](ctx context.Context, limit time.Duration, read func(context.Context) (T, error)) (T, error) {
	return retry.DoWithData(func() (T, error) {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return read(tryCtx)
	},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(100*time.Millisecond),
		retry.MaxDelay(time.Second),
		retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)),
		retry.LastErrorOnly(true),
	)
}
