// Package bad connects the two ends of a telephone line through an exchange. Splice is given
// a context and dials with it, but the copying in both directions knows nothing of it: two
// silent ends keep the connections and three goroutines long after the call was ended.
package bad

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

	var ways sync.WaitGroup
	ways.Go(func() { e.carry(ctx, callee, caller) }) // OR ignored-done
	ways.Go(func() { e.carry(ctx, caller, callee) }) // OR ignored-done
	ways.Wait()                                      // OR ignored-done
	return ctx.Err()
}

// carry copies one way and passes the end of it on.
func (e *Exchange) carry(ctx context.Context, to, from net.Conn) {
	n, err := io.Copy(to, from) // EXPECT ignored-done // OR blocking-no-ctx
	if err != nil {
		e.log.DebugContext(ctx, "line broke", "bytes", n, "err", err)
	}
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}
