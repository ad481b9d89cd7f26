// Package ok runs the server of a reading room. The last statements run under a context that
// comes from Background; it is right, since the service's own is over when they are run, and
// they get five seconds.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// Room is a server with a register of visitors.
type Room struct {
	srv *http.Server
	db  *sql.DB
}

// New returns a room.
func New(addr string, h http.Handler, db *sql.DB) *Room {
	return &Room{db: db, srv: &http.Server{
		Addr: addr, Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute,
	}}
}

// Run serves until ctx is done.
func (r *Room) Run(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := r.srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-gctx.Done()
		return r.shut()
	})
	return g.Wait()
}

func (r *Room) shut() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := r.srv.Shutdown(ctx)
	_, uerr := r.db.ExecContext(ctx, `UPDATE visit SET left_at = now() WHERE left_at IS NULL`)
	return errors.Join(err, uerr, r.db.Close())
}
