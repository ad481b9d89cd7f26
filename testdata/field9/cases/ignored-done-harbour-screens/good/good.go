// Package good shows ship movements on the screens of a harbour until the context ends.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

const writeLimit = 5 * time.Second

// Movement is a ship on its way in or out.
type Movement struct {
	Ship  string `json:"ship"`
	Berth string `json:"berth"`
	In    bool   `json:"in"`
}

// Screens sends movements in bunches, so that the screens do not flicker.
type Screens struct {
	every time.Duration
	log   *slog.Logger
}

// Feed sends what comes from moves to one screen.
func (s *Screens) Feed(ctx context.Context, screen *websocket.Conn, moves <-chan Movement) error {
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	var pending []Movement
	for {
		select {
		case m, ok := <-moves:
			if !ok {
				return s.show(ctx, screen, pending)
			}
			pending = append(pending, m)
			continue
		case <-tick.C:
		case <-ctx.Done():
			s.log.Info("screen feed ends", "pending", len(pending))
			return ctx.Err()
		}
		if len(pending) == 0 {
			continue
		}
		if err := s.show(ctx, screen, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

func (s *Screens) show(ctx context.Context, screen *websocket.Conn, moves []Movement) error {
	if len(moves) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	if err := wsjson.Write(ctx, screen, moves); err != nil {
		return fmt.Errorf("show %d movements: %w", len(moves), err)
	}
	return nil
}
