// Package ok follows the price feed of an exchange over a websocket.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"
)

const (
	pingEvery = 20 * time.Second
	pongLimit = 50 * time.Second
	sendLimit = 5 * time.Second
)

// Quote is one price.
type Quote struct {
	Symbol string  `json:"symbol"`
	Price  float64 `json:"price"`
}

// Feed is the address of a price feed.
type Feed struct {
	url   string
	token string
}

// Follow hands every quote to sink until ctx ends or the connection breaks.
func (f *Feed) Follow(ctx context.Context, sink func(Quote)) error {
	dialer := websocket.Dialer{HandshakeTimeout: 10 * time.Second}
	conn, resp, err := dialer.DialContext(ctx, f.url, http.Header{"Authorization": {"Bearer " + f.token}})
	if err != nil {
		return fmt.Errorf("dial feed: %w", err)
	}
	defer resp.Body.Close()

	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error { return keepAlive(groupCtx, conn) })
	group.Go(func() error { return receive(conn, sink) })
	err = group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// receive returns when the connection is closed.
func receive(conn *websocket.Conn, sink func(Quote)) error {
	extend := func(string) error { return conn.SetReadDeadline(time.Now().Add(pongLimit)) }
	conn.SetPongHandler(extend)
	if err := extend(""); err != nil {
		return err
	}
	for {
		_, data, err := conn.ReadMessage()
		if err != nil {
			return fmt.Errorf("read quote: %w", err)
		}
		var q Quote
		if err := json.Unmarshal(data, &q); err != nil {
			return fmt.Errorf("decode quote: %w", err)
		}
		sink(q)
	}
}

// keepAlive pings the exchange; it closes the connection when ctx ends.
func keepAlive(ctx context.Context, conn *websocket.Conn) error {
	defer conn.Close()
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(sendLimit)); err != nil {
				return fmt.Errorf("ping: %w", err)
			}
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
			_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(sendLimit))
			return ctx.Err()
		}
	}
}
