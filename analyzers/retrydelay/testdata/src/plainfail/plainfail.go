// Package plainfail repeats what an error of its own stands for.
package plainfail

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

var (
	errDown    = errors.New("down")
	errGone    = errors.New("gone")
	errBusy    = errors.New("busy")
	errOther   = errors.New("other")
	errTimeout = errors.New("timeout")
)

type client struct {
	hc  *http.Client
	url string
}

func (c *client) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errDown, err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return errDown
	}
	return errGone
}

func (c *client) again(ctx context.Context) error {
	var last error
	for try := 0; try < 6 && ctx.Err() == nil; try++ { // want `after a failure \(\*client\).get is tried again at once, 6 times in a row`
		err := c.get(ctx)
		if err == nil {
			return nil
		}
		if !errors.Is(err, errDown) {
			return err
		}
		last = err
	}
	return last
}

type downError struct{ err error }

func (e *downError) Error() string { return "down: " + e.err.Error() }

func (c *client) head(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, c.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, &downError{err}
	}
	return resp, nil
}

func (c *client) typed(ctx context.Context) (resp *http.Response, err error) {
	for range 5 { // want `after a failure \(\*client\).head is tried again at once, 5 times in a row`
		resp, err = c.head(ctx)
		var down *downError
		if !errors.As(err, &down) {
			return resp, err
		}
	}
	return nil, err
}

func (c *client) endless(ctx context.Context) error {
	for {
		_, err := c.head(ctx)
		var down *downError
		if errors.As(err, &down) {
			continue // want `after a failure \(\*client\).head is tried again at once, for as long as the failure lasts`
		}
		return err
	}
}

// Right.

func (c *client) paced(ctx context.Context) error {
	var last error
	for try := 0; try < 6 && ctx.Err() == nil; try++ {
		if last = c.get(ctx); !errors.Is(last, errDown) {
			return last
		}
		if try == 5 {
			break
		}
		select {
		case <-time.After(time.Second << try):
		case <-ctx.Done():
		}
	}
	return last
}

// It stands for what was refused only: nothing was done.
func (c *client) busy(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errBusy
	}
	return nil
}

func (c *client) untilFree(ctx context.Context) (err error) {
	for range 5 {
		if err = c.busy(ctx); !errors.Is(err, errBusy) {
			return err
		}
	}
	return err
}

// Some failures leave before.
func (c *client) some(ctx context.Context, other func(error) bool) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		if other(err) {
			return err
		}
		return errOther
	}
	return resp.Body.Close()
}

func (c *client) others(ctx context.Context) (err error) {
	for range 5 {
		if err = c.some(ctx, nil); !errors.Is(err, errOther) {
			return err
		}
	}
	return err
}
