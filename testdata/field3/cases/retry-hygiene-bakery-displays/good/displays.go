// Package good connects the price displays of a bakery chain.
// The jitter takes a part of the capped pause away.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/gorilla/websocket"
)

type backOff struct {
	min, max time.Duration
	spread   float64
	n        int
}

func (b *backOff) reset() { b.n = 0 }

func (b *backOff) next() time.Duration {
	d := min(b.min<<min(b.n, 12), b.max)
	b.n++
	return d - time.Duration(b.spread*rand.Float64()*float64(d))
}

// Prices are shown.
type Prices map[string]int

// Display is one of thousands.
type Display struct {
	url    string
	show   func(Prices)
	dialer websocket.Dialer
	log    *slog.Logger
}

// NewDisplay returns a display.
func NewDisplay(url string, show func(Prices), log *slog.Logger) *Display {
	return &Display{url: url, show: show, dialer: websocket.Dialer{HandshakeTimeout: 10 * time.Second}, log: log}
}

// Run shows prices until ctx ends.
func (d *Display) Run(ctx context.Context) error {
	b := backOff{min: time.Second, max: 30 * time.Second, spread: 0.4}
	for {
		err := d.follow(ctx, b.reset)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := b.next()
		d.log.Warn("prices lost", "err", err, "again in", wait)
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (d *Display) follow(ctx context.Context, up func()) error {
	conn, resp, err := d.dialer.DialContext(ctx, d.url, nil)
	if err != nil {
		if resp != nil {
			resp.Body.Close()
		}
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	for {
		var p Prices
		if err := conn.ReadJSON(&p); err != nil {
			return err
		}
		up()
		d.show(p)
	}
}
