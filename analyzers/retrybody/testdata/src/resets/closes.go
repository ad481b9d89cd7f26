package resets

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// closedFirst closes what the attempt before has left.
func closedFirst(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	for range 3 {
		if resp != nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		var err error
		resp, err = hc.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("gone")
}

// leftOpen forgets it.
func leftOpen(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	for range 3 {
		var err error
		resp, err = hc.Get(url) // want `the body of response resp is not closed on the way to the next attempt`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("gone")
}
