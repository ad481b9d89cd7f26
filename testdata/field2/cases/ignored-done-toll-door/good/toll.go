// Package good takes toll reports on a unix socket. The end of the context closes the
// listener, which ends Accept.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// Report is one passage.
type Report struct {
	Gate  string `json:"gate"`
	Plate string `json:"plate"`
}

// Ledger keeps reports.
type Ledger interface {
	Enter(ctx context.Context, r Report) error
}

// Door listens for reports.
type Door struct {
	ledger  Ledger
	perConn time.Duration
	log     *slog.Logger
}

// Serve takes connections until ctx ends.
func (d *Door) Serve(ctx context.Context, socket string) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "unix", socket)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", socket, err)
	}
	defer ln.Close()
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()

	var open sync.WaitGroup
	defer open.Wait()
	for {
		conn, err := ln.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("accept: %w", err)
		}
		open.Go(func() { d.serveConn(ctx, conn) })
	}
}

func (d *Door) serveConn(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(d.perConn)); err != nil {
		d.log.ErrorContext(ctx, "set deadline", "err", err)
		return
	}
	var r Report
	if err := json.NewDecoder(conn).Decode(&r); err != nil {
		d.log.WarnContext(ctx, "bad report", "err", err)
		return
	}
	if err := d.ledger.Enter(ctx, r); err != nil {
		d.log.ErrorContext(ctx, "enter report", "gate", r.Gate, "err", err)
	}
}
