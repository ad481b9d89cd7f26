// Package ok serves the timetable of a pier. When its context has ended it shuts the server
// down under another one: the old one is over, and would give the visitors who are being
// served no time at all. The new one has a limit, after which the connections are closed.
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

const closingTime = 10 * time.Second

// Pier is the server.
type Pier struct {
	timetable http.Handler
	log       *slog.Logger
}

// Serve answers visitors until ctx ends. It returns nil after an orderly stop.
func (p *Pier) Serve(ctx context.Context, ln net.Listener) error {
	server := &http.Server{
		Handler:           p.timetable,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()

	select {
	case err := <-failed:
		return fmt.Errorf("serve timetable: %w", err)
	case <-ctx.Done():
	}
	p.log.InfoContext(ctx, "pier is closing")
	return p.close(context.WithoutCancel(ctx), server)
}

func (p *Pier) close(ctx context.Context, server *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, closingTime)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		p.log.WarnContext(ctx, "visitors left behind", "err", err)
		return errors.Join(err, server.Close())
	}
	return nil
}
