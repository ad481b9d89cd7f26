package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errDamaged = errors.New("damaged")

func verify(*http.Response) error { return errDamaged }

func getThrice(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	var err error
	for try := range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err != nil {
			return nil, err
		}
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second << try)
	}
	return nil, err
}

// What getThrice fails with ends the loop; only what came damaged is fetched again.
func whole(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	for round := 1; ; round++ {
		resp, err := getThrice(ctx, c, url)
		if err != nil {
			return nil, err
		}
		if err = verify(resp); err == nil {
			return resp, nil
		}
		if round == 2 {
			return nil, err
		}
	}
}

func fetchedTwice(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	for round := 1; ; round++ {
		resp, err := getThrice(ctx, c, url) // want `2 × 3 = 6 attempts`
		if err == nil {
			return resp, nil
		}
		if round == 2 {
			return nil, err
		}
	}
}
