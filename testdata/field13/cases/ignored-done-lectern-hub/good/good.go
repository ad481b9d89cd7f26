// Package good sends a speaker's slides to the lecterns of a congress. A lectern leaves with
// the end of its request; the hub does not wait for one that has gone, nor a handler for a
// hub that has.
package good

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
	gone   chan struct{} // closed when nobody reads slides any more
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
				select {
				case l.slides <- s:
				case <-l.gone:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
	}
}

// ServeHTTP is the stream of one lectern.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l := lectern{slides: make(chan Slide), gone: make(chan struct{})}
	select {
	case h.come <- l:
	case <-h.over:
		http.Error(w, "the congress is over", http.StatusGone)
		return
	case <-r.Context().Done():
		return
	}
	h.stream(w, r, l)
	close(l.gone)
	select {
	case h.leave <- l:
	case <-h.over:
	}
}

func (h *Hub) stream(w http.ResponseWriter, r *http.Request, l lectern) {
	out, enc := http.NewResponseController(w), json.NewEncoder(w)
	for {
		select {
		case <-r.Context().Done():
			return
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
