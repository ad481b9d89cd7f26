// Package ok switches signal lamps on a mast over a slow radio. The limit of a try grows from
// try to try, and the last ones together are longer than the whole; that is no fault, because
// a try gets at most what is left, and none is begun with too little to succeed.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

var (
	// ErrNoAnswer means that the mast stayed silent.
	ErrNoAnswer = errors.New("mast does not answer")
	tryLimits   = []time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second}
)

const (
	wholeLimit = 12 * time.Second
	leastTime  = 1500 * time.Millisecond // a command needs about one second
)

// Radio sends one frame and waits for the answer. Setting a lamp to the colour it has is harmless.
type Radio interface {
	SetLamp(ctx context.Context, mast, lamp int, colour string) error
}

// Mast is one signal mast.
type Mast struct {
	Number int
	radio  Radio
}

// Show sets a lamp to a colour.
func (m *Mast) Show(ctx context.Context, lamp int, colour string) error {
	ctx, stop := context.WithTimeout(ctx, wholeLimit)
	defer stop()
	var last error
	for n, limit := range tryLimits {
		if n > 0 {
			select {
			case <-time.After(250*time.Millisecond + rand.N(250*time.Millisecond)):
			case <-ctx.Done():
				return m.failed(lamp, errors.Join(ctx.Err(), last))
			}
		}
		if due, ok := ctx.Deadline(); ok {
			left := time.Until(due)
			if left < leastTime {
				break
			}
			limit = min(limit, left)
		}
		last = m.try(ctx, limit, lamp, colour)
		if last == nil {
			return nil
		}
		if !errors.Is(last, ErrNoAnswer) && !errors.Is(last, context.DeadlineExceeded) {
			break
		}
	}
	if last == nil {
		last = context.DeadlineExceeded
	}
	return m.failed(lamp, last)
}

func (m *Mast) try(ctx context.Context, limit time.Duration, lamp int, colour string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return m.radio.SetLamp(ctx, m.Number, lamp, colour)
}

func (m *Mast) failed(lamp int, err error) error {
	return fmt.Errorf("mast %d, lamp %d: %w", m.Number, lamp, err)
}
