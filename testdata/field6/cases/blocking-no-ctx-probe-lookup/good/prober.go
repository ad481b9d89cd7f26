// Package good probes TCP endpoints and publishes how long each step took.
package good

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// Result tells how a probe went.
type Result struct {
	Lookup  time.Duration
	Connect time.Duration
	Err     error
}

// Prober serves /probe?target=host:port.
type Prober struct {
	limit   time.Duration
	network string
}

// NewProber returns a prober that gives each probe limit; network is ip4 or ip6.
func NewProber(limit time.Duration, network string) *Prober {
	return &Prober{limit: limit, network: network}
}

// ServeHTTP runs one probe.
func (p *Prober) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), p.limit)
	defer cancel()
	res := p.probe(ctx, r.URL.Query().Get("target"))
	up := 1
	if res.Err != nil {
		up = 0
	}
	fmt.Fprintf(w, "probe_success %d\n", up)
	fmt.Fprintf(w, "probe_dns_lookup_seconds %f\n", res.Lookup.Seconds())
	fmt.Fprintf(w, "probe_connect_seconds %f\n", res.Connect.Seconds())
}

func (p *Prober) probe(ctx context.Context, target string) (res Result) {
	host, port, err := net.SplitHostPort(target)
	if err != nil {
		return Result{Err: err}
	}
	start := time.Now()
	addr, err := p.resolve(ctx, host)
	res.Lookup = time.Since(start)
	if err != nil {
		res.Err = fmt.Errorf("resolve %s: %w", host, err)
		return res
	}

	start = time.Now()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(addr.String(), port))
	res.Connect = time.Since(start)
	if err != nil {
		res.Err = err
		return res
	}
	res.Err = conn.Close()
	return res
}

func (p *Prober) resolve(ctx context.Context, host string) (netip.Addr, error) {
	found, err := net.DefaultResolver.LookupNetIP(ctx, p.network, host)
	if err != nil {
		return netip.Addr{}, err
	}
	return found[0].Unmap(), nil
}
