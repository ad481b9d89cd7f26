// Package wire makes clients that retry.
package wire

import (
	"context"
	"net/http"
	"time"
)

type persistent struct{ next http.RoundTripper }

// Persistent repeats requests four times in all.
func Persistent(next http.RoundTripper) http.RoundTripper { return persistent{next} }

// Client is persistent already.
func Client() *http.Client { return &http.Client{Transport: Persistent(http.DefaultTransport)} }

func (p persistent) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := p.next.RoundTrip(req)
		if err == nil || n == 4 || req.Context().Err() != nil {
			return resp, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// Ping tries three times.
func Ping(ctx context.Context, c *http.Client, url string) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = Once(ctx, c, url); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Once tries once.
func Once(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Check pings by way of another function.
func Check(ctx context.Context, url string) error { return Ping(ctx, http.DefaultClient, url) }

// Do calls fn up to n times.
func Do(ctx context.Context, n int, fn func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = fn(); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Schedule says how often.
type Schedule struct {
	times int
	pause time.Duration
}

// Times returns a Schedule.
func Times(n int, pause time.Duration) Schedule { return Schedule{times: n, pause: pause} }

// Again calls fn as often as s says.
func Again(ctx context.Context, s Schedule, fn func(context.Context) error) error {
	for n := 1; ; n++ {
		err := fn(ctx)
		if err == nil || n == s.times || ctx.Err() != nil {
			return err
		}
		time.Sleep(s.pause)
	}
}

// Bank keeps rates.
type Bank struct{ C *http.Client }

// Table tries four times.
func (b *Bank) Table(ctx context.Context) error {
	return Again(ctx, Times(4, time.Second), b.once)
}

// Single tries once.
func (b *Bank) Single(ctx context.Context) error {
	return Again(ctx, Times(1, time.Second), b.once)
}

func (b *Bank) once(ctx context.Context) error { return Once(ctx, b.C, "rates") }
