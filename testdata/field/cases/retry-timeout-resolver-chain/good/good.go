// Package good asks a list of name servers for service records, each with more patience than the
// one before. Every query derives its context from the one that Lookup was called with.
package good

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
		askCtx, stop := context.WithTimeout(ctx, patience)
		recs, err := c.ask(askCtx, server, service, domain)
		stop()
		if err == nil {
			return recs, nil
		}
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, errors.Join(append(failures, err, ctx.Err())...)
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
