// Package ok opens handsets of a walkie-talkie set with a driver that knows no context and takes
// up to a minute. Open returns when its context ends and leaves the driver's call behind: that
// one ends by itself, never waits for a reader, and shuts a handset that nobody took.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// Handset is an open device.
type Handset interface {
	Say(text string) error
	Shut() error
}

// Driver is the vendor's library. Pair returns after a minute at the latest.
type Driver interface {
	Pair(channel int) (Handset, error)
}

// Set is a set of handsets.
type Set struct {
	driver Driver
	log    *slog.Logger
	late   atomic.Int64
}

type pairing struct {
	handset Handset
	err     error
}

// Open pairs with the handset on a channel.
func (s *Set) Open(ctx context.Context, channel int) (Handset, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	paired := make(chan pairing)
	left := make(chan struct{})
	go func() {
		h, err := s.driver.Pair(channel)
		select {
		case paired <- pairing{h, err}:
		case <-left:
			s.late.Add(1)
			if err != nil {
				return
			}
			if err := h.Shut(); err != nil {
				s.log.Warn("late handset stays open", "channel", channel, "err", err)
			}
		}
	}()

	select {
	case p := <-paired:
		if p.err != nil {
			return nil, fmt.Errorf("channel %d: %w", channel, p.err)
		}
		return p.handset, nil
	case <-ctx.Done():
		close(left)
		return nil, fmt.Errorf("channel %d: %w", channel, ctx.Err())
	}
}

// Late says how many handsets came after their caller had left.
func (s *Set) Late() int64 { return s.late.Load() }
