// Package good shows the doorman's screen of a hotel on a remote terminal.
// When the line breaks, the loop waits and dials again.
package good

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// Handler answers one line of the terminal.
type Handler func(ctx context.Context, line string) (string, error)

// Terminal dials the front desk.
type Terminal struct {
	addr   string
	handle Handler
	log    *slog.Logger
}

// Run serves the terminal until ctx ends.
func (t *Terminal) Run(ctx context.Context) error {
	d := new(net.Dialer)
	for {
		dialCtx, cancel := context.WithTimeout(ctx, 10*time.Second)
		conn, err := d.DialContext(dialCtx, "tcp", t.addr)
		cancel()
		if err == nil {
			err = t.serve(ctx, conn)
		}
		t.log.Warn("line broken", "addr", t.addr, "err", err)

		wait := time.NewTimer(5*time.Second + rand.N(5*time.Second))
		select {
		case <-ctx.Done():
			wait.Stop()
			return ctx.Err()
		case <-wait.C:
		}
	}
}

func (t *Terminal) serve(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	in := bufio.NewScanner(conn)
	for in.Scan() {
		out, err := t.handle(ctx, in.Text())
		if err != nil {
			out = "error: " + err.Error()
		}
		if _, err := fmt.Fprintln(conn, out); err != nil {
			return err
		}
	}
	return in.Err()
}
