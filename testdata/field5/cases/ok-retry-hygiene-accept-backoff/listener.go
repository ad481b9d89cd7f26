// Package ok accepts connections of label printers.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// Server hands every connection to a function.
type Server struct {
	handle func(ctx context.Context, conn net.Conn)
	log    *slog.Logger
}

// Serve accepts until ctx ends and then waits for the connections that are open. The handle
// function returns when its context ends.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	var delay time.Duration
	for {
		conn, err := ln.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = conn.Close()
			}
			return ctx.Err()
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil:
			delay = min(max(2*delay, 5*time.Millisecond), time.Second)
			s.log.Warn("accept failed", "again_in", delay, "err", err)
			select {
			case <-time.After(delay):
			case <-ctx.Done():
			}
			continue
		}
		delay = 0
		wg.Go(func() {
			defer conn.Close()
			stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
			defer stop()
			s.handle(ctx, conn)
		})
	}
}
