// Package bad sends a speaker's slides to the lecterns of a congress. When a lectern's request
// ends, its handler hands the channel back to the hub. But the hub may just be sending to that
// very channel, which nobody reads any more: the two wait for each other, and all lecterns
// with them.
package bad

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Slide is what a lectern shows.
type Slide struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// lectern is a listening request.
type lectern struct {
	slides chan Slide
}

// Hub knows the lecterns.
type Hub struct {
	Slides chan Slide // from the speaker
	come   chan lectern
	leave  chan lectern
	over   chan struct{}
}

// NewHub returns a hub to be run.
func NewHub() *Hub {
	return &Hub{Slides: make(chan Slide), come: make(chan lectern), leave: make(chan lectern), over: make(chan struct{})}
}

// Run serves the lecterns until ctx ends.
func (h *Hub) Run(ctx context.Context) error {
	defer close(h.over)
	lecterns := map[lectern]struct{}{}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l := <-h.come:
			lecterns[l] = struct{}{}
		case l := <-h.leave:
			delete(lecterns, l)
		case s := <-h.Slides:
			for l := range lecterns {
				l.slides <- s // EXPECT ignored-done
			}
		}
	}
}

// ServeHTTP is the stream of one lectern.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l := lectern{slides: make(chan Slide)}
	select {
	case h.come <- l:
	case <-h.over:
		http.Error(w, "the congress is over", http.StatusGone)
		return
	case <-r.Context().Done():
		return
	}
	h.stream(w, r, l)
	select {
	case h.leave <- l: // OR ignored-done
	case <-h.over:
	}
}

func (h *Hub) stream(w http.ResponseWriter, r *http.Request, l lectern) {
	out, enc := http.NewResponseController(w), json.NewEncoder(w)
	for {
		select {
		case <-r.Context().Done():
			return // OR ignored-done
		case <-h.over:
			return
		case s := <-l.slides:
			if err := out.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
				return
			}
			if err := enc.Encode(s); err != nil {
				return
			}
			if err := out.Flush(); err != nil {
				return
			}
		}
	}
}
