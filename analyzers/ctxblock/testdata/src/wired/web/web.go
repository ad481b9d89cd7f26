// Package web has handlers that know their stores as interfaces.
package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"wired/model"
)

type Barges interface {
	ByName(name string) (*model.Barge, error)
	Rename(from, to string) error
	Ping() error
}

type Locks interface {
	Level(ctx context.Context, id int) (float64, error)
}

type Clock interface{ Now() time.Time }

type Ledger interface{ Sum() (int, error) }

type Audit interface{ Note(what string) error }

type API struct {
	Barges Barges
	Locks  Locks
	Clock  Clock
	Audit  Audit
}

func New(b Barges, l Locks) (*API, error) {
	if err := b.Ping(); err != nil { // before anything is served
		return nil, err
	}
	return &API{Barges: b, Locks: l}, nil
}

func (a *API) show(w http.ResponseWriter, r *http.Request) {
	b, err := a.Barges.ByName(r.PathValue("name"))
	if err != nil {
		http.Error(w, err.Error(), 500)
		return
	}
	level, _ := a.Locks.Level(r.Context(), 1)
	fmt.Fprintln(w, b, level, a.Clock.Now())
}

func (a *API) rename(w http.ResponseWriter, r *http.Request) {
	if err := a.Barges.Rename(r.PathValue("name"), r.FormValue("to")); err != nil {
		http.Error(w, err.Error(), 500)
	}
	go a.Audit.Note("renamed") // nobody waits
}

// Sum is called by a ticker, with no context in sight.
func Sum(l Ledger) (int, error) { return l.Sum() }

// Process has a context that the interface does not take.
func Process(ctx context.Context, l Ledger) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	n, err := total(l)
	_ = n
	return err
}

func total(l Ledger) (int, error) { return l.Sum() }
