package loops

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// once says whether to try again, after failures only.
func (c *client) once(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return false, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return !errors.Is(err, context.Canceled), err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return true, fmt.Errorf("status %s", resp.Status)
	}
	return false, nil
}

// retry: loop leaves n=4
func saysAgain(ctx context.Context, c *client) error {
	for i := 0; ; i++ {
		again, err := c.once(ctx)
		if !again || i >= 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// more says whether there is another page.
func (c *client) more(ctx context.Context) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return false, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return true, nil
	}
	return false, nil
}

// retry: none
func pages(ctx context.Context, c *client) error {
	for i := 0; ; i++ {
		again, err := c.more(ctx)
		if !again || i >= 3 {
			return err
		}
	}
}
