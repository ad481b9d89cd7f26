// Package bad signs deeds over HTTP, one database transaction for each request. The middleware
// begins the transaction without the request's context: a signer who closes the page leaves a
// transaction behind that keeps its connection until the statements come back by themselves.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
)

type txKey struct{}

// Desk signs deeds.
type Desk struct {
	db  *sql.DB
	log *slog.Logger
}

// Routes mounts the desk.
func (d *Desk) Routes() http.Handler {
	r := chi.NewRouter()
	r.With(d.inTx).Post("/deeds/{deed}/signatures", d.sign)
	return r
}

// inTx runs a handler in a transaction and commits it unless the handler refused.
func (d *Desk) inTx(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tx, err := d.db.Begin() // EXPECT blocking-no-ctx
		if err != nil {
			d.log.ErrorContext(r.Context(), "begin", "err", err)
			http.Error(w, "try later", http.StatusServiceUnavailable)
			return
		}
		defer func() { _ = tx.Rollback() }()

		status := &outcome{}
		ctx := context.WithValue(r.Context(), txKey{}, tx)
		next.ServeHTTP(status, r.WithContext(ctx))
		if status.code < 300 {
			if err := tx.Commit(); err != nil {
				d.log.ErrorContext(ctx, "commit", "err", err)
				status.code = http.StatusInternalServerError
			}
		}
		w.WriteHeader(status.code)
	})
}

func (d *Desk) sign(w http.ResponseWriter, r *http.Request) {
	tx, ok := r.Context().Value(txKey{}).(*sql.Tx)
	if !ok {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	deed, signer := chi.URLParam(r, "deed"), r.FormValue("signer")
	const q = `INSERT INTO signatures (deed, signer) SELECT id, $2 FROM deeds WHERE id = $1 AND sealed IS NULL`
	res, err := tx.Exec(q, deed, signer) // OR blocking-no-ctx
	if err == nil {
		var n int64
		if n, err = res.RowsAffected(); err == nil && n == 0 {
			err = sql.ErrNoRows
		}
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		w.WriteHeader(http.StatusConflict)
	case err != nil:
		d.log.ErrorContext(r.Context(), "sign", "deed", deed, "err", err)
		w.WriteHeader(http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

// outcome keeps the status a handler chose; these handlers write no bodies.
type outcome struct {
	code   int
	header http.Header
}

func (o *outcome) Header() http.Header {
	if o.header == nil {
		o.header = make(http.Header)
	}
	return o.header
}

func (o *outcome) Write(p []byte) (int, error) { return len(p), nil }

func (o *outcome) WriteHeader(code int) { o.code = code }
