// Package relay finds a mail relay that accepts connections.
package relay

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"strconv"
	"strings"
	"time"
)

// Finder resolves the relays of a domain.
type Finder struct {
	resolver *net.Resolver
	dialer   *net.Dialer
}

// NewFinder returns a Finder.
func NewFinder() *Finder {
	return &Finder{resolver: net.DefaultResolver, dialer: &net.Dialer{Timeout: 3 * time.Second}}
}

// Connect returns a client of the first relay that answers, in the order of their priority.
func (f *Finder) Connect(ctx context.Context, domain string) (*smtp.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	_, targets, err := f.resolver.LookupSRV(ctx, "submission", "tcp", domain)
	if err != nil {
		return nil, fmt.Errorf("relays of %s: %w", domain, err)
	}
	var errs []error
	for _, t := range targets {
		host := strings.TrimSuffix(t.Target, ".")
		c, err := f.greet(ctx, host, int(t.Port))
		if err == nil {
			return c, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", host, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("no relay of %s answers: %w", domain, errors.Join(errs...))
}

func (f *Finder) greet(ctx context.Context, host string, port int) (*smtp.Client, error) {
	conn, err := f.dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
