// Package feed follows the position reports that an AIS receiver broadcasts over TCP.
package feed

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// Backoff is the delay between two connects; it doubles up to Max.
type Backoff struct {
	Base time.Duration
	Max  time.Duration

	current time.Duration
}

// Next returns the delay to use now and grows the following one.
func (b *Backoff) Next() time.Duration {
	if b.current == 0 {
		b.current = b.Base
	}
	d := b.current
	b.current = min(b.current*2, b.Max)
	return d/2 + rand.N(d/2+1)
}

// Reset starts from the base delay again.
func (b *Backoff) Reset() { b.current = 0 }

// Receiver is one AIS station.
type Receiver struct {
	addr    string
	dialer  net.Dialer
	backoff Backoff
	log     *slog.Logger
}

// NewReceiver returns a receiver for the station at addr.
func NewReceiver(addr string, log *slog.Logger) *Receiver {
	return &Receiver{
		addr:    addr,
		dialer:  net.Dialer{Timeout: 10 * time.Second},
		backoff: Backoff{Base: time.Second, Max: 2 * time.Minute},
		log:     log,
	}
}

// Run passes every sentence to handle, and connects again whenever the station goes away.
func (r *Receiver) Run(ctx context.Context, handle func(sentence string)) error {
	for ctx.Err() == nil {
		if err := r.session(ctx, handle); err != nil {
			r.log.WarnContext(ctx, "station lost", "addr", r.addr, "err", err)
		}
		if err := r.rest(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (r *Receiver) rest(ctx context.Context) error {
	d := r.backoff.Next()
	r.log.Info("next connect", "in", d)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *Receiver) session(ctx context.Context, handle func(string)) error {
	conn, err := r.dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	r.backoff.Reset()
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		handle(lines.Text())
	}
	return lines.Err()
}
