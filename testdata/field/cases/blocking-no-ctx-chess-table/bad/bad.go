// Package bad lets people watch a chess game over websockets. Every write to a watcher happens under that
// watcher's lock and without a write deadline. A watcher whose phone is in a tunnel blocks the
// write, the lock, and with them the whole table.
package bad

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Move is one move.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

const (
	moveLimit = 45 * time.Minute
)

type watcher struct {
	mu   sync.Mutex
	conn *websocket.Conn
}

func (w *watcher) show(m Move) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.conn.WriteJSON(m) // EXPECT blocking-no-ctx
}

// Table is one game.
type Table struct {
	up websocket.Upgrader

	mu       sync.RWMutex
	watchers map[*watcher]struct{}
}

// NewTable returns a table nobody watches.
func NewTable() *Table {
	return &Table{
		up:       websocket.Upgrader{HandshakeTimeout: 5 * time.Second},
		watchers: make(map[*watcher]struct{}),
	}
}

// Play shows a move to all watchers and drops those that are gone.
func (t *Table) Play(m Move) {
	t.mu.RLock()
	all := make([]*watcher, 0, len(t.watchers))
	for w := range t.watchers {
		all = append(all, w)
	}
	t.mu.RUnlock()
	for _, w := range all {
		if err := w.show(m); err != nil { // OR blocking-no-ctx
			t.drop(w)
		}
	}
}

func (t *Table) drop(w *watcher) {
	t.mu.Lock()
	delete(t.watchers, w)
	t.mu.Unlock()
	w.conn.Close()
}

// ServeHTTP lets one more person watch. A move sent by a player is played.
func (t *Table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := t.up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	me := &watcher{conn: conn}
	t.mu.Lock()
	t.watchers[me] = struct{}{}
	t.mu.Unlock()
	defer t.drop(me)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(moveLimit)); err != nil {
			return
		}
		var m Move
		if err := conn.ReadJSON(&m); err != nil {
			return
		}
		t.Play(m) // OR blocking-no-ctx
	}
}
