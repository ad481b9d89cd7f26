package a

import (
	"context"
	"net/http"
	"time"
)

// The limit of one attempt is in the context of its request.
func (a *app) fetch(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *app) fetchAll(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	var err error
	for range 4 { // want `4 attempts of up to 5s, and 4s of delays between them, need 24s; the deadline set at requests.go:\d+ leaves 8s`
		if err = a.fetch(ctx, u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) clones(req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), 8*time.Second)
	defer cancel()
	var err error
	for range 4 { // want `4 attempts of up to 5s`
		tryCtx, stop := context.WithTimeout(ctx, 5*time.Second)
		resp, err := a.client.Do(req.Clone(tryCtx))
		stop()
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) fetchLong(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var err error
	for range 4 {
		if err = a.fetch(ctx, u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What the caller's request allows is not known.
func (a *app) given(req *http.Request) error {
	var err error
	for range 4 {
		resp, err := a.client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
