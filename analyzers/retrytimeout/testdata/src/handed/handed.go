// Package handed repeats what it asks by clients of its own and of others.
package handed

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const limit = 3 * time.Second

// A client that was handed in may limit each of its calls.
type book struct {
	given *http.Client
	own   *http.Client
}

func newBook(given *http.Client) *book { return &book{given: given, own: &http.Client{}} }

func fetch(ctx context.Context, c *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (b *book) fromGiven(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil)
	if err != nil {
		return err
	}
	resp, err := b.given.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (b *book) fromOwn(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/", nil)
	if err != nil {
		return err
	}
	resp, err := b.own.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func passes(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

func (b *book) sharedGiven(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for n := 1; ; n++ {
		err := b.fromGiven(ctx)
		if err == nil || n == 4 || ctx.Err() != nil || !passes(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func sharedParam(ctx context.Context, c *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for n := 1; ; n++ {
		err := fetch(ctx, c)
		if err == nil || n == 4 || ctx.Err() != nil || !passes(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (b *book) sharedOwn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for n := 1; ; n++ {
		err := b.fromOwn(ctx) // want `all attempts of the loop share the deadline set at handed.go:\d+`
		if err == nil || n == 4 || !passes(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}
