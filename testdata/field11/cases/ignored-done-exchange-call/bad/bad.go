// Package bad talks to an old telephone exchange: requests and replies share one connection
// and are matched by number. Call takes a context and waits for its reply without it. An
// exchange that swallows a request keeps the caller for as long as the connection lives.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// ErrHungUp says that the connection to the exchange is gone.
var ErrHungUp = errors.New("exchange hung up")

const writeLimit = 5 * time.Second

type message struct {
	N    uint64          `json:"n"`
	Verb string          `json:"verb,omitempty"`
	Body json.RawMessage `json:"body"`
}

// Line is a connection to an exchange.
type Line struct {
	conn net.Conn

	mu      sync.Mutex
	n       uint64
	waiting map[uint64]chan json.RawMessage
	gone    bool
}

// NewLine takes over the connection until Close.
func NewLine(conn net.Conn) *Line {
	l := &Line{conn: conn, waiting: make(map[uint64]chan json.RawMessage)}
	go l.listen()
	return l
}

// Close hangs up; calls that still wait fail.
func (l *Line) Close() error { return l.conn.Close() }

// Call sends a request and returns the reply.
func (l *Line) Call(ctx context.Context, verb string, body json.RawMessage) (json.RawMessage, error) {
	n, reply, err := l.send(ctx, verb, body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", verb, err)
	}
	defer l.forget(n)
	answer, ok := <-reply // EXPECT ignored-done
	if !ok {
		return nil, fmt.Errorf("call %s: %w", verb, ErrHungUp)
	}
	return answer, nil
}

func (l *Line) send(ctx context.Context, verb string, body json.RawMessage) (uint64, <-chan json.RawMessage, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone {
		return 0, nil, ErrHungUp
	}
	if err := ctx.Err(); err != nil {
		return 0, nil, err
	}
	l.n++
	raw, err := json.Marshal(message{N: l.n, Verb: verb, Body: body})
	if err != nil {
		return 0, nil, err
	}
	if err := l.conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return 0, nil, err
	}
	if _, err := l.conn.Write(raw); err != nil {
		l.conn.Close() // half a request may be on the wire
		return 0, nil, err
	}
	reply := make(chan json.RawMessage, 1)
	l.waiting[l.n] = reply
	return l.n, reply, nil
}

func (l *Line) forget(n uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, n)
}

// listen hands out replies until the connection ends.
func (l *Line) listen() {
	in := json.NewDecoder(l.conn)
	for {
		var m message
		err := in.Decode(&m)
		l.mu.Lock()
		if err != nil {
			l.gone = true
			for _, reply := range l.waiting {
				close(reply)
			}
			clear(l.waiting)
			l.mu.Unlock()
			return
		}
		if reply, ok := l.waiting[m.N]; ok {
			delete(l.waiting, m.N)
			reply <- m.Body // there is room for one
		}
		l.mu.Unlock()
	}
}
