// Package bad shows ship movements on the screens of a harbour. After the context has ended the
// break leaves the select only: the loop goes on, finds Done ready every time, and as long as
// nothing is pending it spins without a pause and never lets go of the screen.
package bad

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
	for { // OR ignored-done
		select {
		case m, ok := <-moves:
			if !ok {
				return s.show(ctx, screen, pending)
			}
			pending = append(pending, m)
			continue
		case <-tick.C:
		case <-ctx.Done(): // OR ignored-done
			s.log.Info("screen feed ends", "pending", len(pending))
			break // EXPECT ignored-done
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
