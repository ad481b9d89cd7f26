// Package ok finds the addresses of grain silos in the DNS of a site with bad lines.
// context.DeadlineExceeded is tried again, which is mostly wrong: but here it is the deadline of one try, made anew for
// the next, and whether the caller's own context has ended is asked separately.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"
)

const tryLimit = 2 * time.Second

// pauses before the second, third and fourth try; in UDP the first is most often just a lost packet.
var pauses = []time.Duration{20 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second}

// total is enough for all tries with the longest pauses.
const total = 14 * time.Second

// Lookup finds addresses; *net.Resolver has this method.
type Lookup interface {
	LookupHost(ctx context.Context, host string) ([]string, error)
}

// Silos resolves names.
type Silos struct {
	dns    Lookup
	domain string
}

// New returns a Silos for the names under domain.
func New(dns Lookup, domain string) *Silos { return &Silos{dns: dns, domain: domain} }

// Addrs returns the addresses of a silo.
func (s *Silos) Addrs(ctx context.Context, silo string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	for try := 0; ; try++ {
		addrs, err := s.once(ctx, silo)
		if err == nil {
			return addrs, nil
		}
		if try == len(pauses) || ctx.Err() != nil || !passing(err) {
			return nil, fmt.Errorf("silo %s, %d tries: %w", silo, try+1, err)
		}
		t := time.NewTimer(pauses[try] + rand.N(pauses[try]))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

func (s *Silos) once(ctx context.Context, silo string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return s.dns.LookupHost(ctx, silo+"."+s.domain)
}

// passing tells whether the next try may have another answer.
func passing(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var de *net.DNSError
	return errors.As(err, &de) && !de.IsNotFound && (de.IsTimeout || de.IsTemporary)
}
