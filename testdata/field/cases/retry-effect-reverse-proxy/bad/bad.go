// Package bad is a reverse proxy in front of a few application servers.
// Its transport turns to the next server when one fails or answers 502, whatever the request is: a POST
// that the first server has carried out before it fell over is carried out by the second as well.
package bad

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
)

type balancer struct {
	next    http.RoundTripper
	servers []*url.URL
	turn    atomic.Uint64
}

// New returns a handler that proxies to servers.
func New(servers ...*url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetXForwarded()
			p.Out.URL.Scheme, p.Out.URL.Host = servers[0].Scheme, servers[0].Host
		},
		Transport: &balancer{next: http.DefaultTransport, servers: servers},
	}
}

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(req *http.Request) (*http.Response, error) {
	first := int(b.turn.Add(1))
	for i := range b.servers { // OR retry-effect
		s := b.servers[(first+i)%len(b.servers)]
		out := req.Clone(req.Context())
		out.URL.Scheme, out.URL.Host = s.Scheme, s.Host
		resp, err := b.next.RoundTrip(out) // EXPECT retry-effect
		last := i == len(b.servers)-1
		if last || req.Context().Err() != nil || err == nil && resp.StatusCode != http.StatusBadGateway { // OR retry-effect
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
	}
	return nil, http.ErrServerClosed
}
