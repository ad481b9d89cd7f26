// Package bad is a caching proxy for build modules.
// A miss is answered from upstream, which gets ten seconds; but the server stops writing five
// seconds after it read the request, so a slow upstream costs the client its connection.
package bad

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	readTimeout     = 5 * time.Second
	writeTimeout    = 5 * time.Second // OR retry-timeout
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
	return &http.Server{ // EXPECT retry-timeout
		Addr:         addr,
		Handler:      &Proxy{upstream: upstream, cache: cache, client: &http.Client{}},
		ReadTimeout:  readTimeout,
		WriteTimeout: writeTimeout, // OR retry-timeout
	}
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, ok := p.cache.Get(r.URL.Path)
	if !ok {
		ctx, cancel := context.WithTimeout(r.Context(), upstreamTimeout) // OR retry-timeout
		defer cancel()
		var err error
		if data, err = p.fetch(ctx, r.URL.Path); err != nil { // OR retry-timeout
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
