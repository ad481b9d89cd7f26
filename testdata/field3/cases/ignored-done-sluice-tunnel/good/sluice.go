// Package good tunnels the old protocol of sluice gates. The end of the context closes
// both connections, which ends the copies.
package good

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"golang.org/x/sync/errgroup"
)

// Tunnel connects operators with gates.
type Tunnel struct {
	dialer net.Dialer
	log    *slog.Logger
}

// NewTunnel makes a tunnel.
func NewTunnel(log *slog.Logger) *Tunnel {
	return &Tunnel{dialer: net.Dialer{Timeout: 3 * time.Second}, log: log}
}

// Join connects the operator with the gate at addr, until one hangs up or ctx ends.
func (t *Tunnel) Join(ctx context.Context, operator net.Conn, addr string) error {
	defer operator.Close()
	gate, err := t.dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("dial gate: %w", err)
	}
	defer gate.Close()
	stop := context.AfterFunc(ctx, func() {
		operator.Close()
		gate.Close()
	})
	defer stop()

	var g errgroup.Group
	g.Go(func() error { return t.oneWay(gate, operator) })
	g.Go(func() error { return t.oneWay(operator, gate) })
	err = g.Wait()
	t.log.InfoContext(ctx, "tunnel closed", "gate", addr, "err", err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (t *Tunnel) oneWay(to, from net.Conn) error {
	defer closeWrite(to)
	if _, err := io.Copy(to, from); err != nil {
		return fmt.Errorf("copy to %s: %w", to.RemoteAddr(), err)
	}
	return nil
}

func closeWrite(c net.Conn) {
	if h, ok := c.(interface{ CloseWrite() error }); ok {
		_ = h.CloseWrite()
	}
}
