// Package taken makes things of which there can be one each.
package taken

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var (
	errExists = errors.New("there is one of that name")
	errBusy   = errors.New("somebody works on it")
)

type client struct {
	rc *retryablehttp.Client
	hc *http.Client
}

func newClient() *client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 4
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if resp != nil {
			switch resp.StatusCode {
			case http.StatusConflict, http.StatusTooManyRequests: // want `repeats the request at status 409, of which this package says itself`
				log.Print("again")
				return true, nil
			case http.StatusLocked:
				return true, nil
			}
		}
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	return &client{rc: rc, hc: &http.Client{Timeout: time.Second}}
}

func (c *client) create(ctx context.Context, name string) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, "http://a/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := c.rc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusConflict:
		return fmt.Errorf("%s: %w", name, errExists)
	case http.StatusLocked:
		return errBusy
	}
	return nil
}

func (c *client) loop(ctx context.Context, name string) error {
	for range 5 {
		resp, err := c.put(ctx, name)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusConflict { // want `the loop repeats the request at status 409, of which this package says itself`
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode != http.StatusOK {
			return errors.New(resp.Status)
		}
		return nil
	}
	return errBusy
}

// Right: another name is tried, or it is looked at whether it is the same one.
func (c *client) free(ctx context.Context, name string) error {
	for i := range 5 {
		resp, err := c.put(ctx, name)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusConflict {
			name = fmt.Sprint(name, i)
			continue
		}
		return nil
	}
	return errBusy
}

// Right: what holds it lets go of it.
func (c *client) locked(ctx context.Context, name string) error {
	for range 5 {
		resp, err := c.put(ctx, name)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusLocked {
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errBusy
}

func (c *client) put(ctx context.Context, name string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://a/"+name, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}
