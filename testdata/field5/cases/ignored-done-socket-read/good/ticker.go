// Package ticker subscribes to the trades of an exchange.
package ticker

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/gorilla/websocket"
)

// Trade is one deal.
type Trade struct {
	Symbol string  `json:"s"`
	Price  float64 `json:"p"`
	Amount float64 `json:"q"`
}

// Book takes trades; it never blocks.
type Book interface {
	Apply(t Trade)
}

// Stream is a subscription.
type Stream struct {
	url    string
	dialer websocket.Dialer
	book   Book
	log    *slog.Logger
}

// NewStream returns a stream of the exchange at url.
func NewStream(url string, book Book, log *slog.Logger) *Stream {
	return &Stream{url: url, dialer: websocket.Dialer{HandshakeTimeout: 10 * time.Second}, book: book, log: log}
}

// Follow applies trades to the book until ctx ends or the exchange hangs up.
func (s *Stream) Follow(ctx context.Context, symbols ...string) error {
	conn, _, err := s.dialer.DialContext(ctx, s.url, nil)
	if err != nil {
		return fmt.Errorf("dial exchange: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	conn.SetReadLimit(1 << 20)
	if err := conn.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	if err := conn.WriteJSON(map[string]any{"method": "SUBSCRIBE", "params": symbols}); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	for {
		trade, err := s.next(conn)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		s.book.Apply(trade)
	}
}

func (s *Stream) next(conn *websocket.Conn) (Trade, error) {
	_, raw, err := conn.ReadMessage()
	if err != nil {
		return Trade{}, fmt.Errorf("read: %w", err)
	}
	var t Trade
	if err := json.Unmarshal(raw, &t); err != nil {
		return Trade{}, fmt.Errorf("decode: %w", err)
	}
	return t, nil
}
