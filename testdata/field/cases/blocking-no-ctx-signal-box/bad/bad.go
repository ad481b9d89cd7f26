// Package bad accepts connections of signal boxes and sorts them by what their certificate says. The
// handshake is made in the accept loop, without a deadline: one box that connects and falls silent,
// and no other gets through.
package bad

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// Serve serves one box; it closes the connection.
type Serve func(ctx context.Context, box string, conn net.Conn)

// Exchange connects signal boxes.
type Exchange struct {
	conf  *tls.Config
	serve Serve
	limit time.Duration
	log   *slog.Logger
}

// NewExchange returns an exchange that wants certificates.
func NewExchange(conf *tls.Config, serve Serve, log *slog.Logger) *Exchange {
	conf = conf.Clone()
	conf.ClientAuth = tls.RequireAndVerifyClientCert
	return &Exchange{conf: conf, serve: serve, limit: 5 * time.Second, log: log}
}

// Run accepts connections until ctx ends.
func (x *Exchange) Run(ctx context.Context, ln net.Listener) error {
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	var talks sync.WaitGroup
	defer talks.Wait()
	for {
		raw, err := ln.Accept()
		if ctx.Err() != nil {
			if err == nil {
				raw.Close()
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		conn, box, err := x.greet(raw) // OR blocking-no-ctx
		if err != nil {
			x.log.Warn("not a signal box", "peer", raw.RemoteAddr(), "err", err)
			raw.Close()
			continue
		}
		talks.Go(func() { x.serve(ctx, box, conn) })
	}
}

var errNameless = errors.New("certificate has no name")

func (x *Exchange) greet(raw net.Conn) (net.Conn, string, error) {
	conn := tls.Server(raw, x.conf)
	if err := conn.Handshake(); err != nil { // EXPECT blocking-no-ctx // OR ignored-done
		return nil, "", fmt.Errorf("handshake: %w", err)
	}
	name := conn.ConnectionState().PeerCertificates[0].Subject.CommonName
	if name == "" {
		return nil, "", errNameless
	}
	return conn, name, nil
}
