// Package good tells subscribed harbours when the herring fleet is sighted. The handler calls
// every outlet in turn under the request's context, and no outlet waits longer than its limit.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"faultfield8/cases/blocking-no-ctx-herring-alerts/good/outlet"
)

// Outlet is one way to tell somebody.
type Outlet interface {
	Send(ctx context.Context, s outlet.Sighting) error
}

// Lookout takes sightings and passes them on.
type Lookout struct {
	outlets []Outlet
	log     *slog.Logger
}

// NewLookout returns a lookout that posts to the given addresses.
func NewLookout(log *slog.Logger, addrs []string) *Lookout {
	l := &Lookout{log: log}
	for _, addr := range addrs {
		l.outlets = append(l.outlets, outlet.NewWebhook(addr))
	}
	return l
}

// ServeHTTP takes one sighting.
func (l *Lookout) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var s outlet.Sighting
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<12)).Decode(&s); err != nil {
		http.Error(w, "unreadable sighting", http.StatusBadRequest)
		return
	}
	var problems []error
	for _, o := range l.outlets {
		if err := o.Send(r.Context(), s); err != nil {
			problems = append(problems, err)
		}
	}
	if err := errors.Join(problems...); err != nil {
		l.log.ErrorContext(r.Context(), "not everybody was told", "err", err)
		w.WriteHeader(http.StatusMultiStatus)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
