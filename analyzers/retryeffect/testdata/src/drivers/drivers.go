// Package drivers has effects that drivers of libraries repeat by their own
// failure, or by that of something else.
package drivers

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/util/wait"
)

var steps = wait.Backoff{Duration: 50 * time.Millisecond, Factor: 2, Steps: 4}

// Its failure says "not yet".
func polled(ctx context.Context, db *sql.DB, v string) error {
	return wait.ExponentialBackoffWithContext(ctx, steps, func(ctx context.Context) (bool, error) {
		_, err := db.ExecContext(ctx, "INSERT INTO log (v) VALUES ($1)", v) // want `inserts a row, is repeated by wait.ExponentialBackoffWithContext`
		return err == nil, nil
	})
}

func polledWithoutContext(db *sql.DB, v string) error {
	return wait.ExponentialBackoff(steps, func() (bool, error) {
		if _, err := db.Exec("INSERT INTO log (v) VALUES ($1)", v); err != nil { // want `inserts a row, is repeated by wait.ExponentialBackoff`
			return false, nil
		}
		return true, nil
	})
}

func polledFor(ctx context.Context, hc *http.Client, body string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		resp, err := hc.Post("https://pay.example/charges", "text/plain", strings.NewReader(body)) // want `POST to /charges is repeated by wait.PollUntilContextTimeout`
		if err != nil {
			return false, nil
		}
		resp.Body.Close()
		return true, nil
	})
}

// Its failure ends the attempts; a state is waited for.
func polledState(ctx context.Context, db *sql.DB, v string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if _, err := db.ExecContext(ctx, "INSERT INTO polls (v) VALUES ($1)", v); err != nil {
			return false, err
		}
		var n int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM done").Scan(&n); err != nil {
			return false, nil
		}
		return n > 0, nil
	})
}

// Only what was refused is tried again.
func polledRefused(ctx context.Context, hc *http.Client, body string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		resp, err := hc.Post("https://pay.example/charges", "text/plain", strings.NewReader(body))
		if errors.Is(err, syscall.ECONNREFUSED) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		resp.Body.Close()
		return true, nil
	})
}

// The failure of the POST ends the attempts, and nothing fails after it.
func permanent(hc *http.Client, db *sql.DB, body string) error {
	return backoff.Retry(func() error {
		if err := db.Ping(); err != nil {
			return err
		}
		resp, err := hc.Post("https://pay.example/charges", "text/plain", strings.NewReader(body))
		if err != nil {
			return backoff.Permanent(err)
		}
		resp.Body.Close()
		return nil
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

// What comes after it does not.
func permanentButNext(hc *http.Client, db *sql.DB, body string) error {
	return backoff.Retry(func() error {
		resp, err := hc.Post("https://pay.example/charges", "text/plain", strings.NewReader(body)) // want `POST to /charges is repeated by backoff.Retry`
		if err != nil {
			return backoff.Permanent(err)
		}
		resp.Body.Close()
		return db.Ping()
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

// A client that retries inside.
func standard(body string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	resp, err := c.StandardClient().Post("https://pay.example/charges", "text/plain", strings.NewReader(body)) // want `POST to /charges is repeated by .*4 attempts`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func standardGet() error {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	resp, err := c.StandardClient().Get("https://pay.example/charges")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func standardKey(key, body string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	req, err := http.NewRequest(http.MethodPost, "https://pay.example/charges", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.StandardClient().Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func standardOff(body string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	resp, err := c.StandardClient().Post("https://pay.example/charges", "text/plain", strings.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// It says itself what is repeated.
func standardChecked(body string, check retryablehttp.CheckRetry) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.CheckRetry = check
	resp, err := c.StandardClient().Post("https://pay.example/charges", "text/plain", strings.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
