// Package object has handlers whose object keeps a context.
package object

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Desk serves requests; it is made once.
type Desk struct {
	ctx context.Context
	db  *sql.DB
}

// NewDesk returns a desk.
func NewDesk(ctx context.Context, db *sql.DB) *Desk { return &Desk{ctx: ctx, db: db} }

func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = d.db.PingContext(d.ctx) // want `\(\*DB\).PingContext runs under d.ctx, which was stored when its object was made, so the end of r.Context\(\) does not reach it; pass r.Context\(\)`
	_ = d.lend(r.PathValue("book"))
	_ = d.limited()
	go func() { _ = d.count() }()
}

func (d *Desk) lend(book string) error {
	_, err := d.db.ExecContext(d.ctx, "UPDATE books SET lent = 1 WHERE id = ?", book) // want `so the end of r.Context\(\) of \(\*Desk\).ServeHTTP does not reach it; give \(\*Desk\).lend a context and pass it`
	if err != nil {
		return err
	}
	_, err = d.db.ExecContext(d.ctx, "INSERT INTO loans VALUES (?)", book) // the same cause
	return err
}

func (d *Desk) limited() error {
	ctx, cancel := context.WithTimeout(d.ctx, 2*time.Second)
	defer cancel()
	return d.db.PingContext(ctx)
}

// count runs in a goroutine that outlives the request.
func (d *Desk) count() error { return d.db.PingContext(d.ctx) }

// Visit is made for each request.
type Visit struct {
	ctx context.Context
	db  *sql.DB
}

func newVisit(ctx context.Context, db *sql.DB) *Visit { return &Visit{ctx: ctx, db: db} }

func visits(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { newVisit(r.Context(), db).ServeHTTP(w, r) }
}

func (v *Visit) ServeHTTP(w http.ResponseWriter, r *http.Request) { _ = v.db.PingContext(v.ctx) }

// Page belongs to nothing that is known.
type Page struct {
	Ctx context.Context
	db  *sql.DB
}

func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { _ = p.db.PingContext(p.Ctx) }

// Shelves are there before any request, behind the handler's object.
type Shelves struct {
	ctx context.Context
	db  *sql.DB
}

func newShelves(ctx context.Context, db *sql.DB) *Shelves { return &Shelves{ctx: ctx, db: db} }

func (s *Shelves) count() (n int, err error) {
	err = s.db.QueryRowContext(s.ctx, "SELECT count(*) FROM books").Scan(&n) // want `runs under s.ctx, which was stored when its object was made, so the end of r.Context\(\) of \(\*Reader\).ServeHTTP does not reach it`
	return n, err
}

type Reader struct{ shelves *Shelves }

func newReader(ctx context.Context, db *sql.DB) *Reader { return &Reader{shelves: newShelves(ctx, db)} }

func (x *Reader) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, err := x.shelves.count()
	_, _ = n, err
}

// Trolley is made for each request.
type Trolley struct {
	ctx context.Context
	db  *sql.DB
}

func newTrolley(ctx context.Context, db *sql.DB) *Trolley { return &Trolley{ctx: ctx, db: db} }

func (t *Trolley) count() (n int, err error) {
	err = t.db.QueryRowContext(t.ctx, "SELECT count(*) FROM books").Scan(&n)
	return n, err
}

type Porter struct{ db *sql.DB }

func (x *Porter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, err := newTrolley(r.Context(), x.db).count()
	_, _ = n, err
}
