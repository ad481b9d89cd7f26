// Package bound gives contexts to clients before they are called.
package bound

import (
	"context"
	"net/http"
)

type client struct{ hc *http.Client }

func newClient() *client { return &client{hc: &http.Client{}} }

func withClientContext(ctx context.Context, c *http.Client) *http.Client {
	own := *c
	own.Transport = under{ctx, c.Transport}
	return &own
}

type under struct {
	ctx context.Context
	rt  http.RoundTripper
}

func (u under) RoundTrip(r *http.Request) (*http.Response, error) {
	return u.rt.RoundTrip(r.WithContext(u.ctx))
}

func (c *client) get(w http.ResponseWriter, r *http.Request) {
	hc := withClientContext(r.Context(), c.hc)
	hc.Get("http://h/a")
}

func (c *client) bare(w http.ResponseWriter, r *http.Request) {
	hc := c.hc
	hc.Get("http://h/a") // want `\(\*http.Client\).Get waits without a context, though r.Context\(\) is at hand`
}
