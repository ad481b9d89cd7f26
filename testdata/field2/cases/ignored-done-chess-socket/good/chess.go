// Package good follows games of chess over a websocket. The end of the context closes
// the connection, and that ends the read in progress.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// Move is one move of a game.
type Move struct {
	Game string `json:"game"`
	SAN  string `json:"san"`
}

// Board keeps positions.
type Board interface {
	Apply(ctx context.Context, m Move) error
}

// Follower applies the moves of a live game.
type Follower struct {
	dialer *websocket.Dialer
	base   string
	board  Board
}

// NewFollower makes a follower with a bounded handshake.
func NewFollower(base string, b Board) *Follower {
	return &Follower{
		dialer: &websocket.Dialer{HandshakeTimeout: 5 * time.Second},
		base:   base,
		board:  b,
	}
}

// Follow applies the moves of the game until ctx ends or the server closes.
func (f *Follower) Follow(ctx context.Context, game string) error {
	conn, resp, err := f.dialer.DialContext(ctx, f.base+"/games/"+game, nil)
	if err != nil {
		return fmt.Errorf("dial game %s: %w", game, err)
	}
	defer resp.Body.Close()
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	for {
		var m Move
		if err := conn.ReadJSON(&m); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if websocket.IsCloseError(err, websocket.CloseNormalClosure) {
				return nil
			}
			return fmt.Errorf("read move of %s: %w", game, err)
		}
		if err := f.board.Apply(ctx, m); err != nil {
			return fmt.Errorf("apply %s: %w", m.SAN, err)
		}
	}
}
