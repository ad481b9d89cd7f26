// Package bad takes in reports of escaped parrots over HTTP and hands them to the search.
// The handler sends into an unbuffered channel. When the search has ended or is busy, the
// request hangs in the send, long after its client has gone away, and its goroutine stays.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
)

// Report tells where a parrot was seen.
type Report struct {
	Colour string `json:"colour"`
	Place  string `json:"place"`
}

// Inbox passes reports from the handlers to the search.
type Inbox struct {
	reports chan Report
	largest int64
}

// NewInbox accepts reports of up to 16 KiB.
func NewInbox() *Inbox {
	return &Inbox{reports: make(chan Report), largest: 16 << 10}
}

// Mount adds the routes.
func (i *Inbox) Mount(r chi.Router) {
	r.Post("/parrots", i.take)
}

// Next waits for a report.
func (i *Inbox) Next(ctx context.Context) (Report, error) {
	select {
	case r := <-i.reports:
		return r, nil
	case <-ctx.Done():
		return Report{}, ctx.Err()
	}
}

func (i *Inbox) take(w http.ResponseWriter, req *http.Request) {
	r, err := decode(http.MaxBytesReader(w, req.Body, i.largest))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	i.reports <- r // EXPECT ignored-done
	w.WriteHeader(http.StatusAccepted)
}

func decode(body io.Reader) (Report, error) {
	var r Report
	if err := json.NewDecoder(body).Decode(&r); err != nil {
		return r, fmt.Errorf("not a report: %w", err)
	}
	if strings.TrimSpace(r.Place) == "" {
		return r, errors.New("a report needs a place")
	}
	return r, nil
}
