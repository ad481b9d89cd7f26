// Package behind has what keeps a context behind the handler's own object.
package behind

import (
	"context"
	"database/sql"
	"net/http"

	"behind/names"
)

// Behind an object of the handler's own, or captured.
type clerk struct{ reg *names.Register }

func (c *clerk) list(path string) (*sql.Rows, error) {
	return c.reg.List(path) // want `\(\*Register\).List waits under a context that its object was given when it was made, so the end of r.Context\(\) does not end it: \(\*office\).list → \(\*clerk\).list → \(\*Register\).List`
}

type office struct{ clerk *clerk }

func newOffice(ctx context.Context, db *sql.DB) *office {
	return &office{clerk: &clerk{reg: names.Open(ctx, db)}}
}

func (o *office) list(w http.ResponseWriter, r *http.Request) {
	rows, err := o.clerk.list(r.URL.Path)
	_, _ = rows, err
}

func routes(mux *http.ServeMux, reg *names.Register) {
	mux.HandleFunc("/names", func(w http.ResponseWriter, r *http.Request) {
		rows, err := reg.Names(r.URL.Path) // want `\(\*Register\).Names waits under a context that its object was given`
		_, _ = rows, err
	})
}

// Made for the request.
func ofOne(w http.ResponseWriter, r *http.Request) {
	reg := names.Open(r.Context(), nil)
	rows, err := reg.Names(r.URL.Path)
	_, _ = rows, err
}

type visits struct {
	of func(context.Context) *names.Register
}

func (v *visits) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rows, err := v.of(r.Context()).Names(r.URL.Path)
	_, _ = rows, err
}

type helper struct{ reg *names.Register }

type turn struct{}

func (t *turn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &helper{reg: names.Open(r.Context(), nil)}
	rows, err := c.names(r.URL.Path)
	_, _ = rows, err
}

func (c *helper) names(path string) (*sql.Rows, error) { return c.reg.Names(path) }
