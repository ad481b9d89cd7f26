// Package good keeps a zone of names at a router that knows no keys for requests. What failed
// is repeated only when its method may be repeated, or when the router turned it away with 429.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Record is one name.
type Record struct {
	ID     string `json:"id,omitempty"`
	Name   string `json:"name"`
	Target string `json:"target"`
}

// Router is the router's API.
type Router struct {
	hc       *http.Client
	base     string
	attempts int
}

// New returns the API at base.
func New(base string) *Router {
	return &Router{hc: &http.Client{Timeout: 10 * time.Second}, base: base, attempts: 4}
}

// Apply creates and removes records.
func (r *Router) Apply(ctx context.Context, create, remove []Record) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for _, rec := range remove {
		if err := r.call(ctx, http.MethodDelete, "/records/"+url.PathEscape(rec.ID), nil, nil); err != nil {
			return fmt.Errorf("remove %s: %w", rec.Name, err)
		}
	}
	for i := range create {
		if err := r.createOne(ctx, &create[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Router) createOne(ctx context.Context, rec *Record) error {
	if err := r.call(ctx, http.MethodPost, "/records", rec, rec); err != nil {
		return fmt.Errorf("create %s: %w", rec.Name, err)
	}
	return nil
}

func (r *Router) call(ctx context.Context, method, path string, in, out any) error {
	var raw []byte
	if in != nil {
		var err error
		if raw, err = json.Marshal(in); err != nil {
			return err
		}
	}
	for n := 1; ; n++ {
		req, err := http.NewRequestWithContext(ctx, method, r.base+path, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		resp, err := r.hc.Do(req)
		status := 0
		if err == nil {
			status = resp.StatusCode
			if status < 300 {
				defer resp.Body.Close()
				if out == nil {
					return nil
				}
				return json.NewDecoder(resp.Body).Decode(out)
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
			resp.Body.Close()
			err = fmt.Errorf("%s %s: %s", method, path, resp.Status)
		}
		if n == r.attempts || ctx.Err() != nil || !again(method, status) {
			return err
		}
		t := time.NewTimer(time.Duration(n)*300*time.Millisecond + rand.N(200*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func again(method string, status int) bool {
	if status == http.StatusTooManyRequests {
		return true
	}
	return (status == 0 || status >= 500) && (method == http.MethodGet || method == http.MethodDelete)
}
