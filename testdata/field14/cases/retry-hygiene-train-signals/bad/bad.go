// Package bad runs on every signal of a railway and keeps a line to the signal box. When a
// session ends it pauses before it dials again; when the dial itself fails it does not, and
// while the box is down every signal dials as fast as it can.
package bad

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = time.Second
	mostPause  = 2 * time.Minute
)

// Lamp obeys what comes over a line, until the line breaks.
type Lamp interface {
	Obey(ctx context.Context, line net.Conn) error
}

// Signal is the agent on one signal.
type Signal struct {
	box    string
	lamp   Lamp
	dialer net.Dialer
	log    *slog.Logger
}

// NewSignal returns the agent of a signal that belongs to a box.
func NewSignal(box string, lamp Lamp, log *slog.Logger) *Signal {
	return &Signal{box: box, lamp: lamp, dialer: net.Dialer{Timeout: 5 * time.Second}, log: log}
}

// Run keeps the line until ctx ends.
func (s *Signal) Run(ctx context.Context) error {
	pause := firstPause
	for ctx.Err() == nil { // OR retry-hygiene
		line, err := s.dialer.DialContext(ctx, "tcp", s.box) // OR retry-hygiene
		if err != nil {
			s.log.ErrorContext(ctx, "signal box not reached", "box", s.box, "err", err)
			continue // EXPECT retry-hygiene
		}
		began := time.Now()
		err = s.obey(ctx, line)
		if time.Since(began) > mostPause {
			pause = firstPause
		}
		s.log.WarnContext(ctx, "line lost", "box", s.box, "next", pause, "err", err)
		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		pause = min(2*pause, mostPause)
	}
	return ctx.Err()
}

func (s *Signal) obey(ctx context.Context, line net.Conn) error {
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { line.Close() })
	defer stop()
	return s.lamp.Obey(ctx, line)
}
