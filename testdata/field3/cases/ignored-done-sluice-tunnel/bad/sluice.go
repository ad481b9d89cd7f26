// Package bad tunnels the old protocol of sluice gates. The dial obeys the context;
// once connected, the tunnel lives as long as both ends keep quiet and stay. A server
// that stops waits for operators who have gone home with the session open.
package bad

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
func (t *Tunnel) Join(ctx context.Context, operator net.Conn, addr string) error { // OR ignored-done
	defer operator.Close()
	gate, err := t.dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("dial gate: %w", err)
	}
	defer gate.Close()

	var g errgroup.Group
	g.Go(func() error { return t.oneWay(gate, operator) }) // OR ignored-done
	g.Go(func() error { return t.oneWay(operator, gate) }) // OR ignored-done
	err = g.Wait()                                         // OR ignored-done
	t.log.InfoContext(ctx, "tunnel closed", "gate", addr, "err", err)
	return err
}

func (t *Tunnel) oneWay(to, from net.Conn) error {
	defer closeWrite(to)
	if _, err := io.Copy(to, from); err != nil { // EXPECT ignored-done
		return fmt.Errorf("copy to %s: %w", to.RemoteAddr(), err)
	}
	return nil
}

func closeWrite(c net.Conn) {
	if h, ok := c.(interface{ CloseWrite() error }); ok {
		_ = h.CloseWrite()
	}
}
