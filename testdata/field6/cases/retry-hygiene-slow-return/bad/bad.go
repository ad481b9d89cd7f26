// Package bad follows the events of a home automation hub over a websocket.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
)

const (
	firstWait = time.Second
	longWait  = 5 * time.Minute
	quiet     = 90 * time.Second // the hub sends an event of its own every 30 s
)

// Event is a change of a device.
type Event struct {
	Device string          `json:"device"`
	State  json.RawMessage `json:"state"`
}

// Follower passes the hub's events on.
type Follower struct {
	url    string
	handle func(Event)
	log    *slog.Logger
}

// NewFollower follows the hub at url.
func NewFollower(url string, handle func(Event), log *slog.Logger) *Follower {
	return &Follower{url: url, handle: handle, log: log}
}

// Run follows the hub until ctx ends.
func (f *Follower) Run(ctx context.Context) error {
	wait := firstWait // OR retry-hygiene
	for {
		received, err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f.log.Warn("hub connection ended", "events", received, "next", wait, "err", err)
		t := time.NewTimer(wait/2 + rand.N(wait)) // OR retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		wait = min(2*wait, longWait) // EXPECT retry-hygiene
	}
}

// session returns how many events came before the connection broke.
func (f *Follower) session(ctx context.Context) (int, error) {
	dialCtx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(dialCtx, f.url, nil)
	if err != nil {
		return 0, fmt.Errorf("dial: %w", err)
	}
	defer conn.CloseNow()
	for n := 0; ; n++ {
		ev, err := read(ctx, conn)
		if err != nil {
			return n, err
		}
		f.handle(ev)
	}
}

func read(ctx context.Context, conn *websocket.Conn) (Event, error) {
	ctx, cancel := context.WithTimeout(ctx, quiet)
	defer cancel()
	_, data, err := conn.Read(ctx)
	if err != nil {
		return Event{}, fmt.Errorf("read: %w", err)
	}
	var ev Event
	if err := json.Unmarshal(data, &ev); err != nil {
		return Event{}, fmt.Errorf("event: %w", err)
	}
	return ev, nil
}
