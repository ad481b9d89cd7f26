// Package good is a reverse proxy in front of a few application servers.
// Its transport turns to the next server when one fails, but only with requests that can be repeated.
package good

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
	for i := range b.servers {
		s := b.servers[(first+i)%len(b.servers)]
		out := req.Clone(req.Context())
		out.URL.Scheme, out.URL.Host = s.Scheme, s.Host
		resp, err := b.next.RoundTrip(out)
		last := i == len(b.servers)-1
		if last || !again(req) || req.Context().Err() != nil || err == nil && resp.StatusCode != http.StatusBadGateway {
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
	}
	return nil, http.ErrServerClosed
}

// again reports whether a request may be sent to a second server: it reads, and has no body.
func again(req *http.Request) bool {
	return (req.Method == http.MethodGet || req.Method == http.MethodHead) && (req.Body == nil || req.Body == http.NoBody)
}
