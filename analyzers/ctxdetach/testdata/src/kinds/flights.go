package kinds

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

type tokens struct {
	flights singleflight.Group
	client  *http.Client
}

func NewTokens() *tokens { return &tokens{client: &http.Client{}} }

func (t *tokens) Token(ctx context.Context) (string, error) {
	flight := t.flights.DoChan("token", func() (any, error) {
		return t.fetch(context.WithoutCancel(ctx)) // want `nothing ends \(\*tokens\).fetch: its context is detached from ctx and has no limit of its own, and whoever comes while it is stuck waits for this one run; add context.WithTimeout`
	})
	select {
	case r := <-flight:
		return r.Val.(string), r.Err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (t *tokens) TokenRight(ctx context.Context) (string, error) {
	flight := t.flights.DoChan("token", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer cancel()
		return t.fetch(ctx)
	})
	select {
	case r := <-flight:
		return r.Val.(string), r.Err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (t *tokens) fetch(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tokens", nil)
	if err != nil {
		return "", err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

// A client that is made elsewhere may have a limit.
type borrowed struct {
	flights singleflight.Group
	client  *http.Client
}

func NewBorrowed(c *http.Client) *borrowed { return &borrowed{client: c} }

func (b *borrowed) Token(ctx context.Context) <-chan singleflight.Result {
	return b.flights.DoChan("token", func() (any, error) {
		return b.fetch(context.WithoutCancel(ctx))
	})
}

func (b *borrowed) fetch(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tokens", nil)
	if err != nil {
		return "", err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

// The client's own limit ends it.
type timed struct {
	flights singleflight.Group
	client  *http.Client
	value   http.Client
}

func NewTimed(c http.Client) *timed {
	return &timed{client: &http.Client{Timeout: time.Second}, value: c}
}

func (t *timed) Token(ctx context.Context) <-chan singleflight.Result {
	return t.flights.DoChan("token", func() (any, error) {
		return t.fetch(context.WithoutCancel(ctx))
	})
}

func (t *timed) Deeper(ctx context.Context) <-chan singleflight.Result {
	return t.flights.DoChan("token", func() (any, error) {
		return t.twice(context.WithoutCancel(ctx))
	})
}

func (t *timed) ByValue(ctx context.Context) <-chan singleflight.Result {
	return t.flights.DoChan("token", func() (any, error) {
		return t.fetchByValue(context.WithoutCancel(ctx))
	})
}

func (t *timed) twice(ctx context.Context) (string, error) {
	if s, err := t.fetch(ctx); err == nil {
		return s, nil
	}
	return t.fetch(ctx)
}

func (t *timed) fetch(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tokens", nil)
	if err != nil {
		return "", err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

func (t *timed) fetchByValue(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://tokens", nil)
	if err != nil {
		return "", err
	}
	resp, err := t.value.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}
