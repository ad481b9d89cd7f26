// Package bad follows the price feed of an exchange.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
)

const (
	firstWait = 500 * time.Millisecond
	longWait  = 2 * time.Minute
)

// Tick is one price.
type Tick struct {
	Symbol string  `json:"s"`
	Price  float64 `json:"p"`
}

// Feed is a client of one feed.
type Feed struct {
	url  string
	subs []string
	wait time.Duration
	log  *slog.Logger
}

// NewFeed subscribes to symbols at url.
func NewFeed(url string, log *slog.Logger, symbols ...string) *Feed {
	return &Feed{url: url, subs: symbols, wait: firstWait, log: log}
}

// Follow delivers ticks to fn until ctx ends.
func (f *Feed) Follow(ctx context.Context, fn func(Tick)) error {
	for {
		err := f.session(ctx, fn)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d := f.wait + rand.N(f.wait/2)
		f.wait = min(2*f.wait, longWait) // EXPECT retry-hygiene
		f.log.Warn("feed interrupted", "url", f.url, "again_in", d, "err", err)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (f *Feed) session(ctx context.Context, fn func(Tick)) error {
	dialCtx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(dialCtx, f.url, nil)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.CloseNow()
	hello, err := json.Marshal(map[string]any{"op": "subscribe", "symbols": f.subs})
	if err != nil {
		return err
	}
	if err := conn.Write(dialCtx, websocket.MessageText, hello); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	for {
		tick, err := read(ctx, conn)
		if err != nil {
			return err
		}
		fn(tick) // OR retry-hygiene
	}
}

func read(ctx context.Context, conn *websocket.Conn) (Tick, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, data, err := conn.Read(ctx)
	if err != nil {
		return Tick{}, fmt.Errorf("read: %w", err)
	}
	var t Tick
	if err := json.Unmarshal(data, &t); err != nil {
		return Tick{}, errors.Join(errors.New("unexpected message"), err)
	}
	return t, nil
}
