// Package ok mirrors a ticker over a websocket. ReadMessage takes no context, but a
// goroutine closes the connection when the context ends, and itself ends with the run.
package ok

import (
	"context"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// Sink takes raw messages.
type Sink func(ctx context.Context, raw []byte) error

// Mirror copies a feed.
type Mirror struct {
	dialer websocket.Dialer
	url    string
	sink   Sink
}

// Run copies messages until ctx ends.
func (m *Mirror) Run(ctx context.Context) error {
	conn, resp, err := m.dialer.DialContext(ctx, m.url, nil)
	if err != nil {
		return fmt.Errorf("dial feed: %w", err)
	}
	defer resp.Body.Close()

	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
			_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
		case <-over:
		}
		conn.Close()
	}()

	for {
		_, raw, err := conn.ReadMessage()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("read feed: %w", err)
		}
		if err := m.sink(ctx, raw); err != nil {
			return err
		}
	}
}
