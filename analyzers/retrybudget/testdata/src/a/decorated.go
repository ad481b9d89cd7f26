package a

import (
	"context"
	"net/http"
	"time"

	"dep"
)

func caller(limit time.Duration) dep.Call[string, int] {
	hc := &http.Client{Timeout: limit}
	return func(ctx context.Context, q string) (int, error) { return status(ctx, hc, q) }
}

func status(ctx context.Context, hc *http.Client, q string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, q, nil)
	if err != nil {
		return 0, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// A function that another package puts its retries around.
func decorated() dep.Call[string, int] {
	hc := &http.Client{Timeout: 10 * time.Second}
	ask := func(ctx context.Context, q string) (int, error) { return status2(ctx, hc, q) }
	return dep.Again(3, 5*time.Second, ask)
}

func status2(ctx context.Context, hc *http.Client, q string) (int, error) { return status(ctx, hc, q) }

func decoratedHere() dep.Call[string, int] {
	hc := &http.Client{Timeout: 10 * time.Second}
	ask := func(ctx context.Context, q string) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, q, nil)
		if err != nil {
			return 0, err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	return dep.Again(3, 5*time.Second, ask) // want `3 attempts of up to 10s need 30s; the deadline set at decorated.go:\d+ leaves 5s`
}

func decoratedLong() dep.Call[string, int] {
	hc := &http.Client{Timeout: 10 * time.Second}
	ask := func(ctx context.Context, q string) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, q, nil)
		if err != nil {
			return 0, err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	return dep.Again(3, 32*time.Second, ask)
}

func decoratedUnknown(limit time.Duration) dep.Call[string, int] {
	return dep.Again(3, 5*time.Second, caller(limit))
}

// The times are arguments of the helper.
func (a *app) within(ctx context.Context) error {
	return dep.Within(ctx, 4, time.Second, 2*time.Second, func(ctx context.Context) error { // want `4 attempts of up to 1s need 4s; the deadline set at decorated.go:\d+ leaves 2s`
		return a.db.PingContext(ctx)
	})
}

func (a *app) withinLong(ctx context.Context) error {
	return dep.Within(ctx, 4, time.Second, 5*time.Second, func(ctx context.Context) error {
		return a.db.PingContext(ctx)
	})
}

func (a *app) withinUnknown(ctx context.Context, all time.Duration) error {
	return dep.Within(ctx, 4, time.Second, all, func(ctx context.Context) error {
		return a.db.PingContext(ctx)
	})
}
