// Package bad runs the server of a planetarium. The stop signal ends the context, and the
// shutdown is given that same context: it gives up at once instead of letting the visitors'
// requests finish, and every deployment cuts them off.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

// Dome serves the planetarium.
type Dome struct {
	srv *http.Server
	log *slog.Logger
}

// NewDome returns a server of h.
func NewDome(addr string, h http.Handler, log *slog.Logger) *Dome {
	return &Dome{
		srv: &http.Server{
			Addr:              addr,
			Handler:           h,
			ReadHeaderTimeout: 5 * time.Second,
			IdleTimeout:       time.Minute,
		},
		log: log,
	}
}

// Main serves until the process is asked to stop.
func (d *Dome) Main() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return d.Serve(ctx)
}

// Serve serves until ctx ends.
func (d *Dome) Serve(ctx context.Context) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", d.srv.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	failed := make(chan error, 1)
	go func() { failed <- d.srv.Serve(ln) }()
	d.log.Info("dome open", "addr", ln.Addr())

	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	d.log.Info("dome closes")
	if err := d.srv.Shutdown(ctx); err != nil { // EXPECT ignored-done
		return errors.Join(err, d.srv.Close())
	}
	return nil
}
