// Package bad keeps the screens of a pub quiz connected to their server.
// Every screen computes the same pauses. When the server restarts, hundreds of them come back in
// the same moments, one wall of connections after the other.
package bad

import (
	"context"
	"log/slog"
	"time"

	"github.com/coder/websocket"
)

const (
	minWait     = time.Second
	maxWait     = 30 * time.Second
	stableAfter = time.Minute
)

// Show puts a message on the screen.
type Show func(msg []byte)

// Screen is one of many.
type Screen struct {
	url  string
	show Show
	log  *slog.Logger
}

// Run shows what the server sends until ctx ends.
func (s *Screen) Run(ctx context.Context) {
	wait := minWait
	for { // OR retry-hygiene
		began := time.Now()
		err := s.session(ctx) // OR retry-hygiene
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > stableAfter {
			wait = minWait
		}
		s.log.Info("connection lost", "err", err, "wait", wait)
		timer := time.NewTimer(wait) // EXPECT retry-hygiene
		select {                     // OR retry-hygiene
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C: // OR retry-hygiene
		}
		wait = min(2*wait, maxWait) // OR retry-hygiene
	}
}

func (s *Screen) session(ctx context.Context) error {
	dialCtx, cancel := context.WithTimeout(ctx, 10*time.Second)
	conn, _, err := websocket.Dial(dialCtx, s.url, nil)
	cancel()
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	for {
		_, msg, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		s.show(msg)
	}
}
