// Package bad asks a list of name servers for service records, each with more patience than the
// one before. The context of a query replaces the variable it is derived from: the second server gets
// what the first one left of its shorter limit, and a growing limit can never grow.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"
)

const (
	firstPatience = 700 * time.Millisecond
	mostPatience  = 5 * time.Second
)

// Chain is an ordered list of name servers.
type Chain struct {
	servers []string
	dialer  net.Dialer
	log     *slog.Logger
}

// NewChain returns a Chain of host:port addresses.
func NewChain(log *slog.Logger, servers ...string) *Chain {
	return &Chain{servers: servers, log: log}
}

// Lookup returns the records of a service.
func (c *Chain) Lookup(ctx context.Context, service, domain string) ([]*net.SRV, error) {
	var failures []error
	patience := firstPatience
	for _, server := range c.servers {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, patience)   // EXPECT retry-timeout
		recs, err := c.ask(ctx, server, service, domain) // OR retry-timeout
		stop()
		if err == nil {
			return recs, nil
		}
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			return nil, err
		}
		failures = append(failures, fmt.Errorf("%s: %w", server, err))
		c.log.Warn("name server failed", "server", server, "patience", patience, "err", err)
		patience = min(2*patience, mostPatience)
	}
	return nil, fmt.Errorf("look up %s in %s: %w", service, domain, errors.Join(failures...))
}

func (c *Chain) ask(ctx context.Context, server, service, domain string) ([]*net.SRV, error) {
	r := net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return c.dialer.DialContext(ctx, network, server)
		},
	}
	_, recs, err := r.LookupSRV(ctx, service, "tcp", domain)
	return recs, err
}
