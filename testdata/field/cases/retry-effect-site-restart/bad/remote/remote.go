// Package remote sends requests to a node's API through whatever proxies lie between.
package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const attempts = 4

// Remote is one node.
type Remote struct {
	Base   string
	Client *http.Client // with a timeout
}

// Call returns the body of a successful answer.
func (r *Remote) Call(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	for n := 1; ; n++ { // OR retry-effect
		out, again, err := r.once(ctx, method, path, body) // OR retry-effect
		if err == nil || !again || n == attempts || ctx.Err() != nil {
			return out, err
		}
		d := 250 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (r *Remote) once(ctx context.Context, method, path string, body []byte) (out []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, method, r.Base+path, bytes.NewReader(body))
	if err != nil {
		return nil, false, err
	}
	resp, err := r.Client.Do(req) // OR retry-effect
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return nil, true, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	if resp.StatusCode >= 300 {
		return nil, false, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	out, err = io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return out, false, err
}
