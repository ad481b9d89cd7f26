// Package good shows the events of a match to browsers as they happen. The handler ends with its
// request.
package good

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

// Event is a goal, a card or the like.
type Event struct {
	Minute int    `json:"minute"`
	Text   string `json:"text"`
}

// Match hands its events to all who follow it.
type Match struct {
	mu        sync.Mutex
	followers map[chan Event]struct{}
}

// NewMatch returns a match that nobody follows.
func NewMatch() *Match { return &Match{followers: make(map[chan Event]struct{})} }

// Publish hands an event on; who is too slow misses it.
func (m *Match) Publish(e Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for f := range m.followers {
		select {
		case f <- e:
		default:
		}
	}
}

func (m *Match) follow() (<-chan Event, func()) {
	f := make(chan Event, 8)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.followers[f] = struct{}{}
	return f, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.followers, f)
	}
}

// ServeHTTP streams the events of the match.
func (m *Match) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	flush := http.NewResponseController(w)
	events, leave := m.follow()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	if err := flush.Flush(); err != nil {
		return
	}
	for {
		var e Event
		select {
		case e = <-events:
		case <-r.Context().Done():
			return
		}
		raw, err := json.Marshal(e)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", raw); err != nil {
			return
		}
		if err := flush.Flush(); err != nil {
			return
		}
	}
}
