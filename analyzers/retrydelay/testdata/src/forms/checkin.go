package forms

import (
	"context"
	"errors"
	"log"
	"net/http"
	"net/url"
	"time"
)

const every = 10 * time.Second

type runner struct {
	server, name, topic string
	hc                  *http.Client
}

func (r *runner) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.server+path, nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func (r *runner) checkIn(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.server+"/runners/"+url.PathEscape(r.name), nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r *runner) topics(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.server+"/topics/"+url.PathEscape(r.topic), nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// One of many, as the request says.
func (r *runner) serve(ctx context.Context) error {
	wait := every
	for {
		err := r.checkIn(ctx)
		if err != nil {
			wait = min(2*wait, 2*time.Minute)
			log.Print(err)
		} else {
			wait = every
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C: // want `the delay before the next request has no random part`
		}
	}
}

// Right: nothing says that there is more than one.
func (r *runner) single(ctx context.Context) error {
	wait := every
	for {
		if err := r.topics(ctx); err != nil {
			wait = min(2*wait, 2*time.Minute)
			log.Print(err)
		} else {
			wait = every
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// Right: at an even pace, which each keeps from its own start on.
func (r *runner) evenly(ctx context.Context) error {
	for {
		if err := r.checkIn(ctx); err != nil {
			log.Print(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

// Right: spread out.
func (r *runner) spread(ctx context.Context) error {
	wait := every
	for {
		if err := r.checkIn(ctx); err != nil {
			wait = min(2*wait, 2*time.Minute)
			log.Print(err)
		} else {
			wait = every
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(jitter(wait)):
		}
	}
}
