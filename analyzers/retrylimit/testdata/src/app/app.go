// Package app serves orders.
package app

import (
	"context"
	"net/http"
	"time"

	"app/store"
)

type server struct{ s *store.Store }

func (s *server) save(w http.ResponseWriter, r *http.Request) {
	if err := s.s.Save(r.Context(), r.FormValue("id")); err != nil { // want `nothing limits the attempts of \(\*Store\).Save`
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.show(r.Context(), r.FormValue("id"))
}

func (s *server) show(ctx context.Context, id string) {
	_, _ = s.s.Load(ctx, id) // want `nothing limits the attempts of \(\*Store\).Load`
	_, _ = s.s.Get(ctx, id)  // want `nothing limits the attempts of \(\*Store\).Get → `
	_, _ = s.s.Brief(ctx, id)
	_, _ = s.s.Open(ctx, id)
	_, _ = s.s.Count(ctx, id)
	_, _ = s.s.Peek(id)  // want `nothing limits the attempts of \(\*Store\).Peek`
	_, _ = s.s.Look(id)  // want `nothing limits the attempts of \(\*Store\).Look → \(\*Store\).Peek`
	_, _ = s.s.Fresh(id) // its own time ends it
	go func() { _, _ = s.s.Peek(id) }()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _ = s.s.Load(ctx, id)
}

// start has all the time there is.
func (s *server) start(ctx context.Context) error { return s.s.Save(ctx, "first") }
