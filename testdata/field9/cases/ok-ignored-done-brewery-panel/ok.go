// Package ok serves the control panel of a brewery. The shutdown runs on after the context has
// ended, and it is right: open requests get a moment to finish, under a limit of its own, and
// what does not finish is cut.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const grace = 8 * time.Second

// Panel is the web server of the brewery.
type Panel struct {
	handler http.Handler
	log     *slog.Logger
}

// Serve answers requests on ln until ctx ends.
func (p *Panel) Serve(ctx context.Context, ln net.Listener) error {
	srv := &http.Server{
		Handler:           p.handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()

	select {
	case err := <-served:
		return fmt.Errorf("serve panel: %w", err)
	case <-ctx.Done():
	}
	p.log.Info("panel stops", "cause", context.Cause(ctx))

	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := srv.Shutdown(last)
	if err != nil {
		err = errors.Join(fmt.Errorf("shutdown: %w", err), srv.Close())
	}
	if end := <-served; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}
