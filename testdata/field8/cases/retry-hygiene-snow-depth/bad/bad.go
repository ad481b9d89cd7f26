// Package bad follows the snow depths that a mountain service sends over a WebSocket.
// The back-off is made once and nothing ever resets it: each loss of the connection in the life of the process
// makes the pauses longer, and after a few weeks the smallest hiccup costs five minutes of data.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/coder/websocket"
)

const (
	dialLimit = 10 * time.Second
	silence   = 90 * time.Second // the service sends at least once a minute
)

// Depth is one measurement.
type Depth struct {
	Station string    `json:"station"`
	Cm      int       `json:"cm"`
	At      time.Time `json:"at"`
}

// Feed follows one service.
type Feed struct {
	url  string
	sink func(Depth)
	log  *slog.Logger
}

// New returns a Feed that hands every depth to sink.
func New(url string, sink func(Depth), log *slog.Logger) *Feed {
	return &Feed{url: url, sink: sink, log: log}
}

// Run follows the service until ctx ends.
func (f *Feed) Run(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff() // OR retry-hygiene
	bo.InitialInterval = time.Second
	bo.Multiplier = 2
	bo.MaxInterval = 5 * time.Minute // OR retry-hygiene
	for {                            // OR retry-hygiene
		began := time.Now()
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause := bo.NextBackOff() // EXPECT retry-hygiene
		f.log.Warn("feed lost", "after", time.Since(began), "pause", pause, "err", err)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

// session reads from one connection until it breaks or falls silent.
func (f *Feed) session(ctx context.Context) error {
	conn, err := f.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	f.log.Info("feed connected", "url", f.url)
	for {
		data, err := f.next(ctx, conn)
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		var d Depth
		if err := json.Unmarshal(data, &d); err != nil {
			f.log.Warn("message skipped", "err", err)
			continue
		}
		f.sink(d)
	}
}

func (f *Feed) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, f.url, nil)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	return conn, nil
}

func (f *Feed) next(ctx context.Context, conn *websocket.Conn) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	_, data, err := conn.Read(ctx)
	return data, err
}
