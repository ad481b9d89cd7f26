package a

import (
	"context"
	"net/http"
	"time"
)

type hooks struct {
	plain  *http.Client
	timed  *http.Client
	jobs   chan string
	closed bool
}

func newHooks() *hooks {
	return &hooks{
		plain: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}},
		timed: &http.Client{Timeout: time.Second},
		jobs:  make(chan string, 8),
	}
}

func (h *hooks) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case url := <-h.jobs:
			_ = h.deliver(ctx, url)
			_ = h.timely(ctx, url)
			_ = h.bounded(ctx, url)
		}
	}
}

func (h *hooks) deliver(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", url, nil)
	if err != nil {
		return err
	}
	_, err = h.plain.Do(req) // want `\(\*http.Client\).Do has no limit of its own, and its context, that of the loop in \(\*hooks\).run`
	return err
}

func (h *hooks) timely(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", url, nil)
	if err != nil {
		return err
	}
	_, err = h.timed.Do(req)
	return err
}

func (h *hooks) bounded(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", url, nil)
	if err != nil {
		return err
	}
	_, err = h.plain.Do(req)
	return err
}

// poll asks at each tick, with the client that has no limit.
func poll(ctx context.Context, url string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return
		}
		resp, err := http.DefaultClient.Do(req) // want `its context, that of the loop in poll`
		if err == nil {
			resp.Body.Close()
		}
	}
}

// pool works off the items of one call: its context may be a request's.
func pool(ctx context.Context, urls chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case url, ok := <-urls:
			if !ok {
				return
			}
			req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
			if err != nil {
				return
			}
			_, _ = http.DefaultClient.Do(req)
		}
	}
}

// stream ends with its request.
func (h *hooks) stream(w http.ResponseWriter, r *http.Request) {
	h.follow(r.Context())
}

func (h *hooks) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case url := <-h.jobs:
			req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
			if err != nil {
				return
			}
			_, _ = http.DefaultClient.Do(req)
		}
	}
}

// given is a transport that somebody else made.
type given struct {
	hc    *http.Client
	ticks chan int
}

func newGiven(rt http.RoundTripper) *given {
	return &given{hc: &http.Client{Transport: rt}, ticks: make(chan int)}
}

func (g *given) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.ticks:
			req, err := http.NewRequestWithContext(ctx, "GET", "http://h", nil)
			if err != nil {
				return
			}
			_, _ = g.hc.Do(req)
		}
	}
}
