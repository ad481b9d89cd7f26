package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type asker struct {
	hc    *http.Client
	per   time.Duration
	tries int
}

func (a *asker) do(ctx context.Context, url string) error {
	for i := 0; ; i++ {
		again, err := a.try(ctx, url)
		if !again || i >= a.tries {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (a *asker) try(ctx context.Context, url string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return ctx.Err() == nil, err // want `ctx is the context of one attempt alone: at its end, the attempt's own timeout, this tells the loop not to go on`
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return true, errors.New(resp.Status)
	}
	return false, nil
}

func (a *asker) doBranch(ctx context.Context, url string) (err error) {
	for range 3 {
		var done bool
		if done, err = a.tryBranch(ctx, url); done {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *asker) doLater(ctx context.Context, url string) error {
	var last error
	for range 3 {
		done, err := a.tryBranch(ctx, url)
		if err == nil || done {
			return err
		}
		last = err
		time.Sleep(time.Second)
	}
	return last
}

func (a *asker) tryBranch(ctx context.Context, url string) (bool, error) {
	tctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	req, err := http.NewRequestWithContext(tctx, http.MethodGet, url, nil)
	if err != nil {
		return true, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		if tctx.Err() != nil { // want `tctx is the context of one attempt alone`
			return true, err
		}
		return false, err
	}
	return true, resp.Body.Close()
}

func (a *asker) doRight(ctx context.Context, url string) error {
	for i := 0; ; i++ {
		again, err := a.tryRight(ctx, url)
		if !again || i >= a.tries {
			return err
		}
		time.Sleep(time.Second)
	}
}

// The caller's context is asked.
func (a *asker) tryRight(ctx context.Context, url string) (bool, error) {
	tctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	req, err := http.NewRequestWithContext(tctx, http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return ctx.Err() == nil, err
	}
	return false, resp.Body.Close()
}

func (a *asker) doSlow(ctx context.Context, url string) error {
	for i := 0; ; i++ {
		again, err := a.trySlow(ctx, url)
		if !again || i >= a.tries {
			return err
		}
		time.Sleep(time.Second)
	}
}

// A timeout is what leads to another attempt.
func (a *asker) trySlow(ctx context.Context, url string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return ctx.Err() != nil, err
	}
	return false, resp.Body.Close()
}
