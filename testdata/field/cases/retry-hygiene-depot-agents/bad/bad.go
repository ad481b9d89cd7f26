// Package bad connects the agents of all charging posts with their hub.
// Every agent waits exactly three seconds after it lost the hub. They all lost it in the same moment, and
// all come back in the same moment, again and again, until the hub happens to survive it.
package bad

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"time"
)

const retryWait = 3 * time.Second

// Agent is the software of one post.
type Agent struct {
	hub    string
	post   string
	tls    *tls.Config
	handle func(line string)
	log    *slog.Logger
}

// Run keeps the connection until ctx ends.
func (a *Agent) Run(ctx context.Context) error {
	for {
		err := a.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a.log.Warn("hub lost", "hub", a.hub, "err", err)
		t := time.NewTimer(retryWait) // EXPECT retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C: // OR retry-hygiene
		}
	}
}

func (a *Agent) session(ctx context.Context) error {
	d := tls.Dialer{NetDialer: &net.Dialer{Timeout: 10 * time.Second}, Config: a.tls}
	conn, err := d.DialContext(ctx, "tcp", a.hub) // OR retry-hygiene
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := fmt.Fprintf(conn, "HELLO %s\n", a.post); err != nil {
		return fmt.Errorf("hello: %w", err)
	}
	in := bufio.NewScanner(conn)
	for in.Scan() {
		a.handle(in.Text())
	}
	return in.Err()
}
