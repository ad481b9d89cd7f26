// Package ok runs a kiosk's server and its stock keeper. One goroutine of the group
// waits for the end of the context with a bare receive, which is its only task, and
// shuts the server down under a limit of its own.
package ok

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// Keeper orders what is missing, until ctx ends.
type Keeper interface {
	Run(ctx context.Context) error
}

// Kiosk is the service.
type Kiosk struct {
	srv    *http.Server
	keeper Keeper
	grace  time.Duration
}

// New makes a kiosk.
func New(addr string, h http.Handler, k Keeper) *Kiosk {
	return &Kiosk{
		srv: &http.Server{
			Addr: addr, Handler: h,
			ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
			WriteTimeout: 20 * time.Second, IdleTimeout: time.Minute,
		},
		keeper: k,
		grace:  15 * time.Second,
	}
}

// Run serves until ctx ends.
func (k *Kiosk) Run(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := k.srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-gctx.Done()
		sctx, cancel := context.WithTimeout(context.Background(), k.grace)
		defer cancel()
		if err := k.srv.Shutdown(sctx); err != nil {
			return errors.Join(err, k.srv.Close())
		}
		return nil
	})
	g.Go(func() error {
		if err := k.keeper.Run(gctx); err != nil && gctx.Err() == nil {
			return err
		}
		return nil
	})
	return g.Wait()
}
