// Package bad measures how long it takes to reach a set of buoys by name. The names are
// looked up through a function value that defaults to net.LookupHost: the round's
// context and its time limit end at the lookup, and a name server that does not answer stretches the
// round by the resolver's own patience, once a name.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"time"
)

// Lookup finds the addresses of a name.
type Lookup func(name string) ([]string, error)

// Sample is the outcome of one probe.
type Sample struct {
	Buoy string
	Took time.Duration
	Err  error
}

// Prober probes all buoys once a period.
type Prober struct {
	buoys  []string
	port   string
	period time.Duration
	limit  time.Duration // for one buoy
	lookup Lookup
	out    func(Sample)
	log    *slog.Logger
}

// Option changes a Prober.
type Option func(*Prober)

// WithLookup replaces the way names are looked up.
func WithLookup(l Lookup) Option { return func(p *Prober) { p.lookup = l } }

// New returns a prober of the buoys.
func New(buoys []string, port string, out func(Sample), log *slog.Logger, opts ...Option) *Prober {
	p := &Prober{
		buoys: buoys, port: port, out: out, log: log,
		period: time.Minute, limit: 4 * time.Second,
		lookup: net.LookupHost, // OR blocking-no-ctx
	}
	for _, o := range opts {
		o(p)
	}
	return p
}

// Run probes until ctx ends.
func (p *Prober) Run(ctx context.Context) error {
	tick := time.NewTicker(p.period)
	defer tick.Stop()
	for {
		for _, b := range p.buoys {
			began := time.Now()
			err := p.reach(ctx, b)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p.out(Sample{Buoy: b, Took: time.Since(began), Err: err})
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reach makes and closes a connection.
func (p *Prober) reach(ctx context.Context, buoy string) error {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	addrs, err := p.lookup(buoy) // EXPECT blocking-no-ctx
	if err != nil {
		return err
	}
	if len(addrs) == 0 {
		return errors.New("no address")
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(addrs[0], p.port))
	if err != nil {
		return err
	}
	return conn.Close()
}
