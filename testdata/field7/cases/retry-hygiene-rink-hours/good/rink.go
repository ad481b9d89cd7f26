// Package good answers when an ice rink is open; the hours come from the rink's operator.
// The last failure is wrapped, so that the handler can tell what it was.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// What the operator may answer instead of hours.
var (
	ErrUnknown = errors.New("rink not known")
	ErrBusy    = errors.New("operator busy")
)

const (
	lookups     = 4
	lookupLimit = 1500 * time.Millisecond
)

// Operator knows the hours of all its rinks.
type Operator interface {
	Hours(ctx context.Context, rink string) (string, error)
}

// Site is the web site.
type Site struct {
	operator Operator
	log      *slog.Logger
}

// ServeHTTP writes the hours of ?rink=.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	hours, err := s.hours(r.Context(), r.URL.Query().Get("rink"))
	switch {
	case err == nil:
		if _, err := fmt.Fprintln(w, hours); err != nil {
			s.log.Debug("hours not sent", "err", err)
		}
	case errors.Is(err, ErrUnknown):
		http.Error(w, "no such rink", http.StatusNotFound)
	case errors.Is(err, ErrBusy):
		w.Header().Set("Retry-After", "30")
		http.Error(w, "operator busy", http.StatusServiceUnavailable)
	default:
		s.log.Error("no hours", "err", err)
		http.Error(w, "out of order", http.StatusInternalServerError)
	}
}

func (s *Site) hours(ctx context.Context, rink string) (string, error) {
	var last error
	try := 1
	for ; try <= lookups; try++ {
		hours, err := s.ask(ctx, rink)
		if err == nil {
			return hours, nil
		}
		last = err
		if try == lookups || errors.Is(err, ErrUnknown) || ctx.Err() != nil {
			break
		}
		pause := 150 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), last)
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
	}
	return "", fmt.Errorf("hours of %q after %d tries: %w", rink, try, last)
}

func (s *Site) ask(ctx context.Context, rink string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupLimit)
	defer cancel()
	return s.operator.Hours(ctx, rink)
}
