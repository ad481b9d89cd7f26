// Package good serves the menus of ticket kiosks, on one port for the kiosks and on a second
// one for the staff. Both servers have all their limits and both let open requests end.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	headLimit = 5 * time.Second
	talkLimit = 30 * time.Second
	idleLimit = 2 * time.Minute
	lastCalls = 10 * time.Second
)

// Menus answers kiosks and staff.
type Menus struct {
	Kiosks, Staff http.Handler
	Log           *slog.Logger
}

func server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headLimit,
		ReadTimeout:       talkLimit,
		WriteTimeout:      talkLimit,
		IdleTimeout:       idleLimit,
	}
}

// Serve answers on both addresses until ctx ends.
func (m *Menus) Serve(ctx context.Context, kioskAddr, staffAddr string) error {
	var lc net.ListenConfig
	kiosks, err := lc.Listen(ctx, "tcp", kioskAddr)
	if err != nil {
		return fmt.Errorf("listen for kiosks: %w", err)
	}
	staff, err := lc.Listen(ctx, "tcp", staffAddr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen for staff: %w", err), kiosks.Close())
	}

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return m.run(ctx, "kiosks", server(m.Kiosks), kiosks) })
	group.Go(func() error { return m.run(ctx, "staff", server(m.Staff), staff) })
	return group.Wait()
}

// run serves until ctx ends and then lets open requests come to their end.
func (m *Menus) run(ctx context.Context, name string, srv *http.Server, ln net.Listener) error {
	down := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastCalls)
		defer cancel()
		down <- srv.Shutdown(last)
	})
	err := srv.Serve(ln)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("%s: %w", name, err)
	}
	m.Log.InfoContext(ctx, "server closed", "server", name)
	return <-down
}
