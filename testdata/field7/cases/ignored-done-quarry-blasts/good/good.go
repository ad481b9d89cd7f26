// Package good warns the houses around a quarry before a blast, a few calls a minute because
// the exchange allows no more. A call that has to wait its turn takes a reservation, and
// hands it back when the blast is called off meanwhile.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/time/rate"
)

var errTooMany = errors.New("exchange takes no call at all")

// House is somebody to warn.
type House struct{ Name, Number string }

// Exchange places calls.
type Exchange interface {
	Call(ctx context.Context, number, text string) error
}

// Siren warns houses.
type Siren struct {
	exchange Exchange
	pace     *rate.Limiter
	log      *slog.Logger
}

// NewSiren returns a siren that places at most perMinute calls a minute.
func NewSiren(exchange Exchange, perMinute int, log *slog.Logger) *Siren {
	every := time.Minute / time.Duration(max(perMinute, 1))
	return &Siren{exchange: exchange, pace: rate.NewLimiter(rate.Every(every), 1), log: log}
}

// Warn calls all houses. Ending ctx calls the blast off.
func (s *Siren) Warn(ctx context.Context, houses []House, text string) error {
	var failed []error
	for i, h := range houses {
		if err := s.turn(ctx, len(houses)-i); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := s.exchange.Call(ctx, h.Number, text); err != nil {
			failed = append(failed, fmt.Errorf("warn %s: %w", h.Name, err))
		}
	}
	return errors.Join(failed...)
}

// turn waits until the next call may be placed.
func (s *Siren) turn(ctx context.Context, left int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := s.pace.Reserve()
	if !r.OK() {
		return errTooMany
	}
	if wait := r.Delay(); wait > 0 {
		s.log.DebugContext(ctx, "waiting for the exchange", "wait", wait, "left", left)
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			r.Cancel()
			return ctx.Err()
		}
	}
	return nil
}
