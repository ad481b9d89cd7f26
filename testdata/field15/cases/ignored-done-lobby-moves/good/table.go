// Package table runs one game at one table of the lobby. Moves come in over the player's
// connection, the rules decide what they do.
package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// ErrForbidden is what the rules say about a move they do not allow.
var ErrForbidden = errors.New("move not allowed")

// Move is one move of a player.
type Move struct {
	Seat int    `json:"seat"`
	Text string `json:"text"`
}

// Conn is a player's connection. Next returns when a move came in or ctx ended.
type Conn interface {
	Next(ctx context.Context) (Move, error)
	Tell(ctx context.Context, text string) error
}

// Rules knows the game.
type Rules interface {
	Play(m Move) (over bool, err error)
}

// Table is a running game.
type Table struct {
	id    string
	rules Rules
	log   *slog.Logger
}

// Serve plays until the game is over, the connection breaks or ctx ends.
func (t *Table) Serve(ctx context.Context, conn Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	moves, broken := make(chan Move), make(chan error)
	go t.read(ctx, conn, moves, broken)

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-broken:
			return fmt.Errorf("table %s: connection: %w", t.id, err)
		case m := <-moves:
			over, err := t.rules.Play(m)
			if errors.Is(err, ErrForbidden) {
				if err := conn.Tell(ctx, err.Error()); err != nil {
					return fmt.Errorf("table %s: tell: %w", t.id, err)
				}
				continue
			}
			if err != nil || over {
				t.log.InfoContext(ctx, "game ended", "table", t.id, "err", err)
				return err
			}
		}
	}
}

func (t *Table) read(ctx context.Context, conn Conn, moves chan<- Move, broken chan<- error) {
	for {
		m, err := conn.Next(ctx)
		if err != nil {
			select {
			case broken <- err:
			case <-ctx.Done():
			}
			return
		}
		select {
		case moves <- m:
		case <-ctx.Done():
			return
		}
	}
}
