package a

import (
	"context"
	"errors"
	"time"
)

var errLate = errors.New("late")

func (s *store) tickWins(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if s.read(ctx) == nil {
				return nil
			}
		case <-time.After(time.Minute): // want `this limit of 1m begins anew in each turn of the loop at restart.go:\d+, and the wait of 1s at restart.go:\d+ always ends the turn first`
			return errLate
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *store) pauseWins(ctx context.Context) error {
	for {
		if s.read(ctx) == nil {
			return nil
		}
		over := time.NewTimer(30 * time.Second) // want `this limit of 30s begins anew`
		select {
		case <-time.After(2 * time.Second):
		case <-over.C:
			return errLate
		}
	}
}

func (s *store) defaultWins(ctx context.Context) error {
	for {
		select {
		case <-time.After(30 * time.Second): // want `this limit of 30s begins anew .* the default case`
			return errLate
		default:
		}
		if s.read(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (s *store) madeBefore(ctx context.Context) error {
	over := time.After(time.Minute)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if s.read(ctx) == nil {
				return nil
			}
		case <-over:
			return errLate
		}
	}
}

// An idle limit next to an event is right.
func idle(events <-chan int) error {
	for {
		select {
		case <-events:
		case <-time.After(time.Minute):
			return errLate
		}
	}
}

// The tick is the longer one.
func beat(tick *time.Ticker) error {
	for {
		select {
		case <-tick.C:
		case <-time.After(time.Minute):
			return errLate
		}
	}
}

// One select for one turn: both leave.
func either() error {
	for {
		select {
		case <-time.After(time.Second):
			return nil
		case <-time.After(time.Minute):
			return errLate
		}
	}
}
