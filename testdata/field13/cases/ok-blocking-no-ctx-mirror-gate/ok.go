// Package ok is a gate in front of a museum's picture servers. No context is passed on and no
// client timeout is set, and the server has no WriteTimeout. That is right: ReverseProxy sends each
// request on under its own context, the transport limits dialling and the wait for the headers,
// and pictures of any size may take the time they need while the visitor is there.
package ok

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

// Gate passes requests to the server of their collection.
type Gate struct {
	proxies map[string]*httputil.ReverseProxy
}

// New takes the collections' servers.
func New(servers map[string]*url.URL, log *slog.Logger) *Gate {
	transport := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 15 * time.Second,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConnsPerHost:   32,
	}
	g := &Gate{proxies: map[string]*httputil.ReverseProxy{}}
	for collection, server := range servers {
		g.proxies[collection] = &httputil.ReverseProxy{
			Transport: transport,
			Rewrite: func(r *httputil.ProxyRequest) {
				r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, "/"+collection)
				r.Out.URL.RawPath = ""
				r.SetURL(server)
				r.SetXForwarded()
			},
			ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
				log.Warn("picture server", "collection", collection, "err", err)
				w.WriteHeader(http.StatusBadGateway)
			},
		}
	}
	return g
}

// ServeHTTP passes a request on.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	collection, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	proxy, ok := g.proxies[collection]
	if !ok {
		http.NotFound(w, r)
		return
	}
	proxy.ServeHTTP(w, r)
}

// Server returns the gate's server. A visitor who is gone ends his request's context.
func Server(addr string, g *Gate) *http.Server {
	return &http.Server{
		Addr:              addr,
		Handler:           g,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
}
