// Package bad relays pilots' messages to the tower's browsers. Each browser has a handler with
// a context, yet every frame is written under Background: a browser that reads no more keeps
// its handler in Write for ever, also after the server has told it to stop.
package bad

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Message is one call.
type Message struct {
	Callsign string    `json:"callsign"`
	Text     string    `json:"text"`
	At       time.Time `json:"at"`
}

// Tower fans messages out.
type Tower struct {
	mu    sync.Mutex
	ears  map[chan Message]struct{}
	hosts []string
}

// Say gives a message to all who keep up.
func (t *Tower) Say(m Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for ear := range t.ears {
		select {
		case ear <- m:
		default:
		}
	}
}

func (t *Tower) join() (<-chan Message, func()) {
	ear := make(chan Message, 16)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ears == nil {
		t.ears = map[chan Message]struct{}{}
	}
	t.ears[ear] = struct{}{}
	return ear, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.ears, ear)
	}
}

// ServeHTTP streams messages.
func (t *Tower) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: t.hosts})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.Context())
	ear, leave := t.join()
	defer leave()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-ear:
			if err := send(conn, m); err != nil { // EXPECT blocking-no-ctx // OR ignored-done
				return
			}
		}
	}
}

func send(conn *websocket.Conn, m Message) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return conn.Write(context.Background(), websocket.MessageText, raw) // OR blocking-no-ctx // OR ignored-done
}
