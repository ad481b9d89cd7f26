// Package quotes follows an exchange's price stream.
package quotes

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/coder/websocket"
)

// Quote is one price.
type Quote struct {
	Pair  string  `json:"pair"`
	Price float64 `json:"price"`
	Time  int64   `json:"ts"`
}

// Stream keeps a connection to the exchange for as long as the process runs.
type Stream struct {
	url string
	out chan<- Quote
	bo  *backoff.ExponentialBackOff
	log *slog.Logger
}

// New returns a Stream that delivers to out.
func New(url string, out chan<- Quote, log *slog.Logger) *Stream {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(10*time.Minute),
		backoff.WithMaxElapsedTime(0),
	)
	return &Stream{url: url, out: out, bo: bo, log: log}
}

// Run follows the stream until ctx ends.
func (s *Stream) Run(ctx context.Context) error {
	for {
		err := s.follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := s.bo.NextBackOff() // EXPECT retry-hygiene
		s.log.Warn("price stream broke", "wait", wait, "err", err)
		t := time.NewTimer(wait) // OR retry-hygiene
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func (s *Stream) follow(ctx context.Context) error {
	conn, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.CloseNow()

	for {
		raw, err := next(ctx, conn)
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		var q Quote
		if err := json.Unmarshal(raw, &q); err != nil {
			s.log.Warn("quote not readable", "err", err)
			continue
		}
		select {
		case s.out <- q:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Stream) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, s.url, nil)
	return conn, err
}

// next reads a message; the exchange sends one every few seconds.
func next(ctx context.Context, conn *websocket.Conn) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	_, raw, err := conn.Read(ctx)
	return raw, err
}
