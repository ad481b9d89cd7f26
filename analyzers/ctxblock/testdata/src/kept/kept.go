// Package kept answers requests with an object that keeps a context.
package kept

import (
	"context"
	"database/sql"
	"net/http"

	"kept/register"
)

type desk struct {
	reg *register.Register
	own *register.Register
	ctx context.Context
	db  *sql.DB
}

func newDesk(ctx context.Context, db *sql.DB) *desk {
	return &desk{reg: register.Open(ctx, db), ctx: ctx, db: db}
}

func (d *desk) list(w http.ResponseWriter, r *http.Request) {
	rows, err := d.reg.List(r.URL.Path) // want `\(\*Register\).List waits under a context that its object was given when it was made, so the end of r.Context\(\) does not end it: \(\*desk\).list → \(\*Register\).List → \(\*sql.DB\).QueryContext \(register.go:21\); give \(\*Register\).List a context and use it at register.go:21`
	_, _ = rows, err
}

// A copy that has the request's context.
func (d *desk) with(w http.ResponseWriter, r *http.Request) {
	rows, err := d.reg.With(r.Context()).List(r.URL.Path)
	_, _ = rows, err
}

// It has a limit of its own.
func (d *desk) short(w http.ResponseWriter, r *http.Request) {
	rows, err := d.reg.Short(r.URL.Path)
	_, _ = rows, err
}

// To be done whoever has left.
func (d *desk) record(w http.ResponseWriter, r *http.Request) { d.reg.Record(r.URL.Path) }

// Made for one request.
type visit struct{ reg *register.Register }

func serve(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	v := &visit{reg: register.Open(r.Context(), db)}
	v.list(w, r)
}

func (v *visit) list(w http.ResponseWriter, r *http.Request) {
	rows, err := v.reg.List(r.URL.Path)
	_, _ = rows, err
}

// Nobody's request.
func (d *desk) sweep(ctx context.Context) {
	rows, err := d.reg.List("all")
	_, _ = rows, err
}

// Put there by a request.
func (d *desk) open(w http.ResponseWriter, r *http.Request) {
	d.own = register.Open(r.Context(), d.db)
	rows, err := d.own.List(r.URL.Path)
	_, _ = rows, err
}
