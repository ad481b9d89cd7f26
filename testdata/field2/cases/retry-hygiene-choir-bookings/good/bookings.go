// Package good asks a ticket office about a choir's bookings.
// The breaker refuses while the office is ill, and its refusal ends the loop.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Booking is somebody's seats.
type Booking struct {
	Name  string
	Seats int
}

// Office has bookings.
type Office interface {
	Bookings(ctx context.Context, concert int) ([]Booking, error)
}

// Guarded asks with a breaker and retries.
type Guarded struct {
	office Office
	cb     *gobreaker.CircuitBreaker[[]Booking]
	tries  int
}

// NewGuarded returns a guarded office.
func NewGuarded(o Office) *Guarded {
	return &Guarded{office: o, tries: 5, cb: gobreaker.NewCircuitBreaker[[]Booking](gobreaker.Settings{
		Name:    "office",
		Timeout: 20 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.ConsecutiveFailures >= 6
		},
	})}
}

// Bookings returns a concert's bookings.
func (g *Guarded) Bookings(ctx context.Context, concert int) ([]Booking, error) {
	var err error
	for n := range g.tries {
		var list []Booking
		list, err = g.cb.Execute(func() ([]Booking, error) {
			ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
			defer cancel()
			return g.office.Bookings(ctx, concert)
		})
		refused := errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)
		if err == nil || n == g.tries-1 || refused {
			return list, err
		}
		t := time.NewTimer(300*time.Millisecond<<n + rand.N(300*time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
	return nil, err
}
