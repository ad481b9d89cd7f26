// Package good connects the agents of all charging posts with their hub.
// Each agent waits between three and nine seconds after it lost the hub, so they come back one by one.
package good

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math/rand/v2"
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
		t := time.NewTimer(retryWait + rand.N(2*retryWait))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (a *Agent) session(ctx context.Context) error {
	d := tls.Dialer{NetDialer: &net.Dialer{Timeout: 10 * time.Second}, Config: a.tls}
	conn, err := d.DialContext(ctx, "tcp", a.hub)
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
