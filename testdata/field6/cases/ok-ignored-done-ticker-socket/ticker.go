// Package ok follows the prices of an exchange over a websocket.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

const silence = 40 * time.Second

// Price is one trade.
type Price struct {
	Pair  string  `json:"pair"`
	Price float64 `json:"price"`
}

// Follower connects to an exchange.
type Follower struct {
	url    string
	dialer *websocket.Dialer
}

// NewFollower returns a follower of the exchange at url.
func NewFollower(url string) *Follower {
	return &Follower{url: url, dialer: &websocket.Dialer{HandshakeTimeout: 10 * time.Second}}
}

// Follow calls fn with each price until ctx is done or the connection fails.
func (f *Follower) Follow(ctx context.Context, pair string, fn func(Price)) error {
	conn, _, err := f.dialer.DialContext(ctx, f.url, nil)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()

	if err := conn.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	if err := conn.WriteJSON(map[string]string{"op": "subscribe", "pair": pair}); err != nil {
		return f.failure(ctx, "subscribe", err)
	}
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return f.failure(ctx, "read", err)
		}
		_, text, err := conn.ReadMessage()
		if err != nil {
			return f.failure(ctx, "read", err)
		}
		var p Price
		if err := json.Unmarshal(text, &p); err != nil {
			return fmt.Errorf("price: %w", err)
		}
		fn(p)
	}
}

func (f *Follower) failure(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%s: %w", what, err)
}
