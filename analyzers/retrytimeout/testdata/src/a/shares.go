package a

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const relayBudget = 6 * time.Second

type relays struct {
	urls   []string
	client *http.Client
	short  *http.Client
}

func newRelays(urls []string) *relays {
	return &relays{urls: urls, client: &http.Client{Timeout: relayBudget}, short: &http.Client{Timeout: time.Second}}
}

// The first relay that hangs uses up all the time.
func (r *relays) head(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, relayBudget)
	defer cancel()
	var errs []error
	for _, u := range r.urls {
		err := r.ask(ctx, u) // want `one attempt may take 6s, as set at shares.go:\d+, and all of them together 6s, as set at shares.go:\d+`
		if err == nil {
			return nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", u, err))
	}
	return errors.Join(errs...)
}

func (r *relays) ask(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r *relays) askWithin(ctx context.Context, n int, u string) error {
	if until, ok := ctx.Deadline(); ok {
		share, cancel := context.WithTimeout(ctx, time.Until(until)/time.Duration(n))
		defer cancel()
		ctx = share
	}
	return r.ask(ctx, u)
}

func (r *relays) headRight(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, relayBudget)
	defer cancel()
	var errs []error
	for i, u := range r.urls {
		err := r.askWithin(ctx, len(r.urls)-i, u)
		if err == nil {
			return nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", u, err))
	}
	return errors.Join(errs...)
}

func (r *relays) headShort(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, relayBudget)
	defer cancel()
	var errs []error
	for _, u := range r.urls {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err != nil {
			return err
		}
		resp, err := r.short.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		errs = append(errs, fmt.Errorf("%s: %w", u, err))
	}
	return errors.Join(errs...)
}

// A transport of one's own, whose number of tries a field holds.
type steady struct {
	base  http.RoundTripper
	tries int
}

func (t *steady) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := t.base.RoundTrip(req)
		if err == nil || n >= t.tries {
			return resp, err
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(100*time.Millisecond + rand.N(100*time.Millisecond)):
		}
	}
}

func newSteady(o options, tries int) *http.Client {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.ResponseHeaderTimeout = o.Timeout
	return &http.Client{
		Transport: &steady{base: base, tries: tries},
		Timeout:   o.Timeout, // want `o.Timeout limits the wait for one answer, at shares.go:\d+, inside the transport made at shares.go:\d+, which retries`
	}
}

func newSteadyKnown() *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: 5 * time.Second}
	return &http.Client{
		Transport: &steady{base: base, tries: 3},
		Timeout:   8 * time.Second, // want `retries inside this client: 3 attempts of up to 5s`
	}
}

func newSteadyRight(o options, tries int) *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: o.Timeout}
	return &http.Client{Transport: &steady{base: base, tries: tries}, Timeout: time.Duration(tries) * (o.Timeout + time.Second)}
}

func newSteadyOther(o options, tries int) *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: o.Timeout}
	return &http.Client{Transport: &steady{base: base, tries: tries}, Timeout: o.Whole}
}

func newSteadyOnce(o options) *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: o.Timeout}
	return &http.Client{Transport: &steady{base: base, tries: 1}, Timeout: o.Timeout}
}

// Which of the limits holds cannot be told.
func newSteadyTwice(o options, long bool) *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: 5 * time.Second}
	if long {
		base.ResponseHeaderTimeout = o.Timeout
	}
	return &http.Client{Transport: &steady{base: base, tries: 3}, Timeout: 8 * time.Second}
}

// Each of them is too long.
func newSteadyEither(long bool) *http.Client {
	base := &http.Transport{ResponseHeaderTimeout: 5 * time.Second}
	if long {
		base.ResponseHeaderTimeout = 7 * time.Second
	}
	return &http.Client{
		Transport: &steady{base: base, tries: 3},
		Timeout:   8 * time.Second, // want `retries inside this client: 3 attempts of up to 5s`
	}
}
