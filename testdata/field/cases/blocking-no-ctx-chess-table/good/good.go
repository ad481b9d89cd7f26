// Package good lets people watch a chess game over websockets. A write to a watcher has a few seconds;
// whoever does not take it in that time is dropped.
package good

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
	moveLimit  = 45 * time.Minute
	writeLimit = 3 * time.Second
)

type watcher struct {
	mu   sync.Mutex
	conn *websocket.Conn
}

func (w *watcher) show(m Move) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	return w.conn.WriteJSON(m)
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
		if err := w.show(m); err != nil {
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
		t.Play(m)
	}
}
