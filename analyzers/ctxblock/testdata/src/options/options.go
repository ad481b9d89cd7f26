// Package options gives contexts to calls by their options, or does not.
package options

import (
	"context"
	"net/http"
	"time"

	"github.com/gofrs/flock"
	"github.com/hashicorp/consul/api"
)

type shelf struct {
	kv   *api.KV
	opts *api.QueryOptions
}

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.kv.Get("a", nil) // want `\(\*api.KV\).Get waits without a context, though r.Context\(\) is at hand`
	opts := &api.QueryOptions{WaitIndex: 7}
	s.kv.Get("b", opts) // want `\(\*api.KV\).Get waits without a context, though r.Context\(\) is at hand`
	s.kv.Get("c", opts.WithContext(r.Context()))
	with := (&api.QueryOptions{WaitIndex: 7}).WithContext(r.Context())
	s.kv.Get("d", with)
	s.kv.Get("e", s.opts) // who made it, and how, is not in sight
	s.get("f", with)
	if r.Method == "HEAD" {
		opts = opts.WithContext(r.Context())
	}
	s.kv.Get("g", opts) // it may have one
}

func (s *shelf) get(key string, opts *api.QueryOptions) { s.kv.Get(key, opts) }

func alone(ctx context.Context, path string) error {
	l := flock.New(path)
	if err := l.Lock(); err != nil { // want `\(\*flock.Flock\).Lock waits without a context, though ctx is at hand; use TryLockContext with the context`
		return err
	}
	defer l.Unlock()
	other := flock.New(path + ".other")
	_, err := other.TryLockContext(ctx, time.Second)
	return err
}
