// Package good is a caching proxy for build modules.
// A miss is answered from upstream, which gets ten seconds, well within the server's write timeout.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	readTimeout     = 5 * time.Second
	writeTimeout    = 30 * time.Second
	upstreamTimeout = 10 * time.Second
)

// Cache keeps modules that were fetched before.
type Cache interface {
	Get(path string) ([]byte, bool)
	Put(path string, data []byte)
}

// Proxy answers from its cache or from upstream.
type Proxy struct {
	upstream string
	cache    Cache
	client   *http.Client
}

// Server returns the server of the proxy.
func Server(addr, upstream string, cache Cache) *http.Server {
	return &http.Server{
		Addr:         addr,
		Handler:      &Proxy{upstream: upstream, cache: cache, client: &http.Client{}},
		ReadTimeout:  readTimeout,
		WriteTimeout: writeTimeout,
	}
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, ok := p.cache.Get(r.URL.Path)
	if !ok {
		ctx, cancel := context.WithTimeout(r.Context(), upstreamTimeout)
		defer cancel()
		var err error
		if data, err = p.fetch(ctx, r.URL.Path); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		p.cache.Put(r.URL.Path, data)
	}
	_, _ = w.Write(data)
}

func (p *Proxy) fetch(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.upstream+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("upstream answered %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 64<<20))
}
