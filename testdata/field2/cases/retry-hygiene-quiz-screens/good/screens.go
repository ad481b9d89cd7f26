// Package good keeps the screens of a pub quiz connected to their server.
// Each screen takes a random part of the pause, so they do not come back together.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
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
	for {
		began := time.Now()
		err := s.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > stableAfter {
			wait = minWait
		}
		s.log.Info("connection lost", "err", err, "wait", wait)
		timer := time.NewTimer(wait/2 + rand.N(wait/2))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		wait = min(2*wait, maxWait)
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
