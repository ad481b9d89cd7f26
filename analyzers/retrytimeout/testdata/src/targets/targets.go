// Package targets asks several hosts in turn under one limit.
package targets

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errUnknown = errors.New("unknown")

func ask(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return errUnknown
	}
	return nil
}

type pool struct {
	hosts []string
	hc    *http.Client
	wait  time.Duration
}

func newPool(hosts []string) *pool {
	return &pool{hosts: hosts, hc: &http.Client{}, wait: 3 * time.Second}
}

func (p *pool) ask(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (p *pool) first(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	var errs []error
	for _, h := range p.hosts {
		err := p.ask(ctx, h) // want `all that the loop asks in turn share the limit of 12s set at targets.go:\d+, and nothing else limits one of them`
		if err == nil || errors.Is(err, errUnknown) {
			return err
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}

// A client that comes in may have a limit, but hardly one below three seconds.
func short(ctx context.Context, hc *http.Client, hosts []string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for _, h := range hosts {
		if err = ask(ctx, hc, h); err == nil { // want `all that the loop asks in turn share the limit of 3s`
			return nil
		}
	}
	return err
}

func long(ctx context.Context, hc *http.Client, hosts []string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for _, h := range hosts {
		if err = ask(ctx, hc, h); err == nil {
			return nil
		}
	}
	return err
}

// Each has a share.
func (p *pool) shares(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	for _, h := range p.hosts {
		one, stop := context.WithTimeout(ctx, p.wait)
		err = p.ask(one, h)
		stop()
		if err == nil {
			return nil
		}
	}
	return err
}

// The client has a limit of its own.
func limited(ctx context.Context, hosts []string) (err error) {
	hc := &http.Client{Timeout: 2 * time.Second}
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	for _, h := range hosts {
		if err = ask(ctx, hc, h); err == nil {
			return nil
		}
	}
	return err
}

// Only an answer leads to the next: one that hangs is not passed over.
func (p *pool) search(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	for _, h := range p.hosts {
		if err = p.ask(ctx, h); !errors.Is(err, errUnknown) {
			return err
		}
	}
	return err
}

// All are asked: none takes another's place.
func (p *pool) all(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	for _, h := range p.hosts {
		if err := p.ask(ctx, h); err != nil {
			return err
		}
	}
	return nil
}

// The caller's limit may be for all of them.
func (p *pool) callers(ctx context.Context) (err error) {
	for _, h := range p.hosts {
		if err = p.ask(ctx, h); err == nil {
			return nil
		}
	}
	return err
}
