// Package good connects the two ends of a telephone line through an exchange. The end of
// the context closes both connections, which ends the copying in both directions.
package good

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
)

// Exchange connects callers to extensions.
type Exchange struct {
	extensions map[string]string
	dialer     net.Dialer
	log        *slog.Logger
}

// Splice connects the caller to an extension until both hang up or ctx ends.
func (e *Exchange) Splice(ctx context.Context, caller net.Conn, extension string) error {
	defer caller.Close()
	addr, ok := e.extensions[extension]
	if !ok {
		return fmt.Errorf("no extension %q", extension)
	}
	callee, err := e.dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("dial extension %s: %w", extension, err)
	}
	defer callee.Close()
	stop := context.AfterFunc(ctx, func() {
		caller.Close()
		callee.Close()
	})
	defer stop()

	var ways sync.WaitGroup
	ways.Go(func() { e.carry(ctx, callee, caller) })
	ways.Go(func() { e.carry(ctx, caller, callee) })
	ways.Wait()
	return ctx.Err()
}

// carry copies one way and passes the end of it on.
func (e *Exchange) carry(ctx context.Context, to, from net.Conn) {
	n, err := io.Copy(to, from)
	if err != nil {
		e.log.DebugContext(ctx, "line broke", "bytes", n, "err", err)
	}
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}
