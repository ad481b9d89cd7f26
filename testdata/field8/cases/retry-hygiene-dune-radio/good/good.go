// Package good connects a ranger's radio relay to the park's switch.
// A connection whose handshake fails is closed before the next try.
package good

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
	for {
		began := time.Now()
		err := r.session(ctx, carry)
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
	raw, err := r.dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	conn := tls.Client(raw, r.config)
	ctx, cancel := context.WithTimeout(ctx, shakeLimit)
	defer cancel()
	if err := conn.HandshakeContext(ctx); err != nil {
		var ce *tls.CertificateVerificationError
		if errors.As(err, &ce) {
			r.log.Error("certificate of the switch not accepted", "addr", r.addr)
		}
		_ = raw.Close()
		return nil, fmt.Errorf("handshake: %w", err)
	}
	return conn, nil
}
