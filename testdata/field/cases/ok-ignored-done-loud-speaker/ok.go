// Package ok relays announcements to loudspeakers. The defers are in the order that works: the
// wait was deferred first and so runs last, after the cancel that ends what it waits for.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Announcement is what is said.
type Announcement struct {
	Text string
	Loud int
}

// Speaker says things.
type Speaker interface {
	Place() string
	Say(ctx context.Context, a Announcement) error
}

// Source hands out announcements.
type Source interface {
	Next(ctx context.Context) (Announcement, error)
}

// Hall has speakers.
type Hall struct {
	speakers []Speaker
	limit    time.Duration
	log      *slog.Logger
}

// Relay says everything that comes from the source on all speakers, until the source fails.
func (h *Hall) Relay(ctx context.Context, src Source) error {
	var speaking sync.WaitGroup
	defer speaking.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	lines := make([]chan Announcement, len(h.speakers))
	for i, s := range h.speakers {
		lines[i] = make(chan Announcement, 4)
		speaking.Add(1)
		go func() {
			defer speaking.Done()
			h.speak(ctx, s, lines[i])
		}()
	}
	for {
		a, err := src.Next(ctx)
		if err != nil {
			return fmt.Errorf("next announcement: %w", err)
		}
		for i, line := range lines {
			select {
			case line <- a:
			default:
				h.log.WarnContext(ctx, "speaker lags", "place", h.speakers[i].Place())
			}
		}
	}
}

func (h *Hall) speak(ctx context.Context, s Speaker, line <-chan Announcement) {
	for {
		select {
		case a := <-line:
			if err := h.say(ctx, s, a); err != nil {
				h.log.WarnContext(ctx, "not said", "place", s.Place(), "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (h *Hall) say(ctx context.Context, s Speaker, a Announcement) error {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	return s.Say(ctx, a)
}
