// Package unmarked uses a driver that repeats what is marked, and marks nothing.
package unmarked

import (
	"context"
	"net/http"

	"github.com/sethvargo/go-retry"
)

func ask(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func never(ctx context.Context, b retry.Backoff) error {
	return retry.Do(ctx, b, func(ctx context.Context) error { // want `retry.Do repeats only errors that are marked, and nothing in this package marks one`
		return ask("http://meters/")
	})
}

type asker interface{ Ask() error }

func mayMark(ctx context.Context, b retry.Backoff, a asker) error {
	return retry.Do(ctx, b, func(ctx context.Context) error { return a.Ask() })
}
