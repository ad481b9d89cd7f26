package kinds

import (
	"context"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

// What is asked once for all is asked in the closure itself.
type charts struct {
	flights singleflight.Group
	client  *http.Client
}

func (c *charts) chart(ctx context.Context, url string) ([]byte, error) {
	v, err, _ := c.flights.Do(url, func() (any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `NewRequestWithContext runs under ctx, the context of the first caller, but .* runs once for all callers`
		if err != nil {
			return nil, err
		}
		resp, err := c.client.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	})
	if err != nil {
		return nil, err
	}
	return v.([]byte), nil
}

func (c *charts) chartRight(ctx context.Context, url string) ([]byte, error) {
	flight := c.flights.DoChan(url, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.client.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	})
	select {
	case r := <-flight:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.([]byte), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
