// Package bad takes toll reports on a unix socket. The loop stops when its context is
// over, but it only learns that from the next connection: Accept waits, and nothing
// closes the listener.
package bad

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

	var open sync.WaitGroup
	defer open.Wait()
	for ctx.Err() == nil { // OR ignored-done
		conn, err := ln.Accept() // EXPECT ignored-done
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		open.Go(func() { d.serveConn(ctx, conn) })
	}
	return nil
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
