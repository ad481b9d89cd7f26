// Package bad serves the status page of a managed database offering.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/go-chi/chi/v5"
)

// ErrUnknown is returned for clusters that do not exist.
var ErrUnknown = errors.New("unknown cluster")

// Status is the state of a database cluster.
type Status struct {
	Phase    string `json:"phase"`
	Replicas int    `json:"replicas"`
}

// Control reads the state of clusters from the control plane.
type Control interface {
	Status(ctx context.Context, cluster string) (Status, error)
}

func newLookupPolicy() backoff.BackOff {
	b := backoff.NewExponentialBackOff(backoff.WithInitialInterval(100 * time.Millisecond))
	return backoff.WithMaxRetries(b, 4)
}

var lookupPolicy = newLookupPolicy() // OR retry-hygiene

// Page serves cluster states.
type Page struct {
	control Control
	log     *slog.Logger
}

// NewPage returns the page.
func NewPage(c Control, log *slog.Logger) *Page { return &Page{control: c, log: log} }

// Routes returns the page's handler.
func (p *Page) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/clusters/{name}", p.show)
	return r
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 8*time.Second)
	defer cancel()
	name := chi.URLParam(r, "name")

	var st Status
	err := backoff.Retry(func() error { // OR retry-hygiene
		callCtx, cancel := context.WithTimeout(ctx, 1200*time.Millisecond)
		defer cancel()
		var err error
		st, err = p.control.Status(callCtx, name)
		if errors.Is(err, ErrUnknown) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithContext(lookupPolicy, ctx)) // EXPECT retry-hygiene
	switch {
	case errors.Is(err, ErrUnknown):
		http.Error(w, "no such cluster", http.StatusNotFound)
	case err != nil:
		p.log.Error("status lookup failed", "cluster", name, "err", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(st)
	}
}
