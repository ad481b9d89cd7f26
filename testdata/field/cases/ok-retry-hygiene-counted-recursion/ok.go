// Package ok resolves short links, which may point to one another.
// It is right although resolve calls itself, both for the next link and after a failure: both counts go down with
// every call and neither is ever set back.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	maxHops = 8
	retries = 2
)

// Links resolves links without following them blindly.
type Links struct {
	client *http.Client
}

// New returns Links.
func New() *Links {
	return &Links{client: &http.Client{
		Timeout:       4 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// ErrLoop means that links go round in circles, or at least too far.
var ErrLoop = errors.New("too many links")

var errPassing = errors.New("link service failed")

// Resolve returns where a link ends.
func (l *Links) Resolve(ctx context.Context, link string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return l.resolve(ctx, link, maxHops, retries)
}

func (l *Links) resolve(ctx context.Context, link string, hops, again int) (string, error) {
	next, err := l.hop(ctx, link)
	switch {
	case errors.Is(err, errPassing) && again > 0 && ctx.Err() == nil:
		d := 300 * time.Millisecond << (retries - again)
		t := time.NewTimer(d/2 + rand.N(d))
		defer t.Stop()
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-t.C:
		}
		return l.resolve(ctx, link, hops, again-1)
	case err != nil:
		return "", fmt.Errorf("resolve %s: %w", link, err)
	case next == "":
		return link, nil
	case hops == 0:
		return "", fmt.Errorf("resolve %s: %w", link, ErrLoop)
	}
	return l.resolve(ctx, next, hops-1, again)
}

// hop returns where a link points to, or nothing if it is no link.
func (l *Links) hop(ctx context.Context, link string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, link, nil)
	if err != nil {
		return "", err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errPassing, err)
	}
	resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return "", fmt.Errorf("%w: %s", errPassing, resp.Status)
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		u, err := resp.Location()
		if err != nil {
			return "", err
		}
		return u.String(), nil
	}
	return "", nil
}
