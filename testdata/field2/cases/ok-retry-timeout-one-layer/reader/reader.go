// Package reader reads files from a server.
package reader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Reader reads.
type Reader struct {
	url   string
	tries int
	http  *http.Client
}

// Option changes a reader.
type Option func(*Reader)

// Tries says how often a file is tried.
func Tries(n int) Option { return func(r *Reader) { r.tries = n } }

// New returns a reader that tries three times.
func New(url string, opts ...Option) *Reader {
	r := &Reader{url: url, tries: 3, http: &http.Client{Timeout: 8 * time.Second}}
	for _, o := range opts {
		o(r)
	}
	return r
}

// Read returns a file.
func (r *Reader) Read(ctx context.Context, name string) (b []byte, err error) {
	for n := 1; ; n++ {
		if b, err = r.read(ctx, name); err == nil || n >= r.tries {
			return b, err
		}
		t := time.NewTimer(200*time.Millisecond<<min(n, 5) + rand.N(200*time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (r *Reader) read(ctx context.Context, name string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+"/"+name, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", name, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 32<<20))
}
