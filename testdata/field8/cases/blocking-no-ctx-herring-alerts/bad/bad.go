// Package bad tells subscribed harbours when the herring fleet is sighted. The handler calls
// every outlet in turn; the webhook outlet posts with the default client, which has no limit,
// and Outlet has no context that could end it. One silent harbour holds the request for ever.
package bad

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"faultfield8/cases/blocking-no-ctx-herring-alerts/bad/outlet"
)

// Outlet is one way to tell somebody.
type Outlet interface {
	Send(s outlet.Sighting) error
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
		if err := o.Send(s); err != nil { // OR blocking-no-ctx
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
