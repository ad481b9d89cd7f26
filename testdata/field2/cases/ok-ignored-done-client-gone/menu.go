// Package ok serves menus. When the client has gone the handler returns without an
// answer and without an error log: nobody is left to read either. A deadline becomes a
// status. Nothing here turns a cancellation into a success.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// Kitchen knows the menus.
type Kitchen interface {
	Menu(ctx context.Context, day string) ([]string, error)
}

// ErrNoMenu says that there is none.
var ErrNoMenu = errors.New("no menu")

// API serves menus.
type API struct {
	kitchen Kitchen
	limit   time.Duration
	log     *slog.Logger
}

// Routes mounts the handler.
func (a *API) Routes(r chi.Router) { r.Get("/menus/{day}", a.menu) }

func (a *API) menu(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), a.limit)
	defer cancel()
	dishes, err := a.kitchen.Menu(ctx, chi.URLParam(r, "day"))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(dishes); err != nil && r.Context().Err() == nil {
		a.log.WarnContext(ctx, "write menu", "err", err)
	}
}

func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case r.Context().Err() != nil:
		return
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "the kitchen is slow", http.StatusGatewayTimeout)
	case errors.Is(err, ErrNoMenu):
		http.Error(w, "no menu", http.StatusNotFound)
	default:
		a.log.ErrorContext(r.Context(), "menu", "err", err)
		http.Error(w, "kitchen trouble", http.StatusBadGateway)
	}
}
