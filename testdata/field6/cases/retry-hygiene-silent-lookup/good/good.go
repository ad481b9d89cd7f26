// Package good finds the game servers of a region through DNS.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// Finder looks up servers.
type Finder struct {
	resolver *net.Resolver
	domain   string
	tries    int
	limit    time.Duration // of one query
	log      *slog.Logger
}

// NewFinder returns a Finder below domain.
func NewFinder(domain string, log *slog.Logger) *Finder {
	return &Finder{resolver: &net.Resolver{PreferGo: true}, domain: domain, tries: 4, limit: 2 * time.Second, log: log}
}

// Servers returns the addresses of the servers in a region, best first.
func (f *Finder) Servers(ctx context.Context, region string) ([]string, error) {
	var (
		found []*net.SRV
		err   error
	)
	for try := 1; try <= f.tries; try++ {
		found, err = f.query(ctx, region)
		if err == nil {
			return addresses(found), nil
		}
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			return nil, fmt.Errorf("no servers in %s: %w", region, err)
		}
		f.log.Warn("lookup failed", "region", region, "try", try, "err", err)
		if try == f.tries {
			break
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("servers in %s: %w", region, errors.Join(err, ctx.Err()))
		case <-time.After(time.Duration(try)*250*time.Millisecond + rand.N(250*time.Millisecond)):
		}
	}
	return addresses(found), err
}

func (f *Finder) query(ctx context.Context, region string) ([]*net.SRV, error) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	_, found, err := f.resolver.LookupSRV(ctx, "game", "udp", region+"."+f.domain)
	return found, err
}

func addresses(found []*net.SRV) []string {
	addrs := make([]string, 0, len(found))
	for _, s := range found {
		addrs = append(addrs, fmt.Sprintf("%s:%d", s.Target, s.Port))
	}
	return addrs
}
