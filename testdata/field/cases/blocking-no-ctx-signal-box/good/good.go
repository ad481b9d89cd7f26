// Package good accepts connections of signal boxes and sorts them by what their certificate says. Each
// handshake is made in the connection's own goroutine and has a deadline.
package good

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
		talks.Go(func() {
			conn, box, err := x.greet(ctx, raw)
			if err != nil {
				x.log.Warn("not a signal box", "peer", raw.RemoteAddr(), "err", err)
				raw.Close()
				return
			}
			x.serve(ctx, box, conn)
		})
	}
}

var errNameless = errors.New("certificate has no name")

func (x *Exchange) greet(ctx context.Context, raw net.Conn) (net.Conn, string, error) {
	ctx, cancel := context.WithTimeout(ctx, x.limit)
	defer cancel()
	conn := tls.Server(raw, x.conf)
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, "", fmt.Errorf("handshake: %w", err)
	}
	name := conn.ConnectionState().PeerCertificates[0].Subject.CommonName
	if name == "" {
		return nil, "", errNameless
	}
	return conn, name, nil
}
