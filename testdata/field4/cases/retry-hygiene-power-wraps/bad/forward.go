// Package forward ships log lines to the collector over TLS.
package forward

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"time"
)

// Pace says how long to stay away from a collector that cannot be reached.
type Pace struct {
	First  time.Duration
	Factor float64
	Most   time.Duration
}

// Forwarder owns the connection to one collector.
type Forwarder struct {
	addr   string
	lines  <-chan string
	pace   Pace
	dialer tls.Dialer
	log    *slog.Logger
}

// New returns a Forwarder of lines, a channel that is never closed.
func New(addr string, lines <-chan string, log *slog.Logger) *Forwarder {
	return &Forwarder{
		addr:   addr,
		lines:  lines,
		pace:   Pace{First: 500 * time.Millisecond, Factor: 2, Most: time.Minute},
		dialer: tls.Dialer{NetDialer: &net.Dialer{Timeout: 5 * time.Second}},
		log:    log,
	}
}

// Run forwards until ctx ends.
func (f *Forwarder) Run(ctx context.Context) error {
	for missed := 0; ; missed++ {
		conn, err := f.dialer.DialContext(ctx, "tcp", f.addr)
		if err == nil {
			missed = 0
			err = f.ship(ctx, conn)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := f.pace.after(missed)
		f.log.Warn("collector lost", "addr", f.addr, "wait", wait, "err", err)
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// after returns the wait after n failures in a row, a third of it at random.
func (p Pace) after(n int) time.Duration {
	d := p.First * time.Duration(math.Pow(p.Factor, float64(n))) // EXPECT retry-hygiene
	if d > p.Most {                                              // OR retry-hygiene
		d = p.Most
	}
	return d*2/3 + time.Duration(rand.Float64()*float64(d)/3)
}

func (f *Forwarder) ship(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	w := bufio.NewWriter(conn)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line := <-f.lines:
			if err := conn.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(w, line); err != nil {
				return err
			}
			if len(f.lines) > 0 {
				continue
			}
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}
