// Package bad connects the price displays of a bakery chain.
// The jitter is added and then cut off by the cap. Once the cap is reached, which takes a minute,
// all displays of the chain come back every thirty seconds, on the second.
package bad

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

func (b *backOff) next() time.Duration { // OR retry-hygiene
	d := min(b.min<<min(b.n, 12), b.max)
	b.n++
	d += time.Duration(b.spread * rand.Float64() * float64(d)) // OR retry-hygiene
	return min(d, b.max)                                       // EXPECT retry-hygiene
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
	b := backOff{min: time.Second, max: 30 * time.Second, spread: 0.4} // OR retry-hygiene
	for {                                                              // OR retry-hygiene
		err := d.follow(ctx, b.reset)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := b.next() // OR retry-hygiene
		d.log.Warn("prices lost", "err", err, "again in", wait)
		t := time.NewTimer(wait) // OR retry-hygiene
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
