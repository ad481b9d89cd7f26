// Package good keeps the base station of a mountain pasture connected to its collar service.
// The exponent is limited before the shift and the pause is capped after it, so the station tries
// at least every three minutes however long the service was away.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// Session relays the positions of the collars over one connection until it breaks.
type Session interface {
	Relay(ctx context.Context, conn net.Conn) error
}

// Station is the base station.
type Station struct {
	service string
	session Session
	dialer  net.Dialer
	log     *slog.Logger
}

// NewStation returns a Station that talks to service.
func NewStation(service string, s Session, log *slog.Logger) *Station {
	return &Station{service: service, session: s, dialer: net.Dialer{Timeout: 8 * time.Second}, log: log}
}

// Run keeps the station connected until ctx ends.
func (s *Station) Run(ctx context.Context) error {
	rest := &pauses{first: time.Second, most: 3 * time.Minute}
	for {
		began := time.Now()
		err := s.connect(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > rest.most {
			rest.reset()
		}
		d := rest.next()
		s.log.Warn("collar service lost", "service", s.service, "next", d, "err", err)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (s *Station) connect(ctx context.Context) error {
	conn, err := s.dialer.DialContext(ctx, "tcp", s.service)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	return s.session.Relay(ctx, conn)
}

// pauses grow from first to most, with jitter.
type pauses struct {
	first, most time.Duration
	failures    int
}

func (p *pauses) reset() { p.failures = 0 }

func (p *pauses) next() time.Duration {
	d := min(p.first<<min(p.failures, 10), p.most)
	p.failures++
	return d/2 + rand.N(d/2)
}
