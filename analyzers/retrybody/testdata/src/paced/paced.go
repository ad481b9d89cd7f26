// Package paced asks in conditions that are polled and in loops that a ticker paces.
package paced

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func open(ctx context.Context, hc *http.Client, url string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		resp, err := hc.Get(url) // want `body of response resp is not closed on the way to the next attempt`
		if err != nil {
			return false, nil
		}
		if resp.StatusCode != http.StatusOK {
			return false, nil
		}
		resp.Body.Close()
		return true, nil
	})
}

func closed(ctx context.Context, hc *http.Client, url string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		resp, err := hc.Get(url)
		if err != nil {
			return false, nil
		}
		defer resp.Body.Close()
		return resp.StatusCode == http.StatusOK, nil
	})
}

func spent(ctx context.Context, hc *http.Client, raw []byte) error {
	rd := bytes.NewReader(raw)
	return wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 3}, func(ctx context.Context) (bool, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://localhost/x", rd) // want `rd is read to its end by the first attempt`
		if err != nil {
			return false, err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return false, nil
		}
		resp.Body.Close()
		return true, nil
	})
}

func ticked(ctx context.Context, hc *http.Client, url string) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		resp, err := hc.Get(url) // want `body of response resp is not closed on the way to the next attempt`
		if err == nil && resp.StatusCode == http.StatusOK {
			resp.Body.Close()
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}
