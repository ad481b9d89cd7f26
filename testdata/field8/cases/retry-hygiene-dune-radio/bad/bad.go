// Package bad connects a ranger's radio relay to the park's switch.
// When the handshake fails the connection under it is forgotten open, and the next try makes another one: a switch with
// an expired certificate costs a socket every few seconds until the relay has no descriptors left.
package bad

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	dialLimit  = 5 * time.Second
	shakeLimit = 5 * time.Second
	firstPause = time.Second
	mostPause  = 30 * time.Second
	steady     = time.Minute
)

// Carry moves speech over a connection until it ends or breaks; it does not close conn.
type Carry func(ctx context.Context, conn net.Conn) error

// Relay keeps one connection to the switch.
type Relay struct {
	addr   string
	config *tls.Config
	dialer net.Dialer
	log    *slog.Logger
}

// New returns a Relay to the switch at addr.
func New(addr string, config *tls.Config, log *slog.Logger) *Relay {
	return &Relay{addr: addr, config: config, dialer: net.Dialer{Timeout: dialLimit}, log: log}
}

// Run carries speech until ctx ends.
func (r *Relay) Run(ctx context.Context, carry Carry) error {
	pause := firstPause
	for { // OR retry-hygiene
		began := time.Now()
		err := r.session(ctx, carry) // OR retry-hygiene
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		r.log.Warn("switch lost", "addr", r.addr, "err", err)
		t := time.NewTimer(pause/2 + rand.N(pause))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		pause = min(2*pause, mostPause)
	}
}

func (r *Relay) session(ctx context.Context, carry Carry) error {
	conn, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	return carry(ctx, conn)
}

func (r *Relay) connect(ctx context.Context) (net.Conn, error) {
	raw, err := r.dialer.DialContext(ctx, "tcp", r.addr) // OR retry-hygiene
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	conn := tls.Client(raw, r.config) // OR retry-hygiene
	ctx, cancel := context.WithTimeout(ctx, shakeLimit)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil { // OR retry-hygiene
		var ce *tls.CertificateVerificationError
		if errors.As(err, &ce) {
			r.log.Error("certificate of the switch not accepted", "addr", r.addr)
		}
		return nil, fmt.Errorf("handshake: %w", err) // EXPECT retry-hygiene
	}
	return conn, nil
}
