// Package conflict orders things of a shop that says 409 for what it has already.
package conflict

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// It is there already: that is as good as new.
func found(hc *http.Client, order []byte) (err error) {
	for range 3 {
		var resp *http.Response
		resp, err = hc.Post("http://shop/orders", "application/json", bytes.NewReader(order))
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode < 300 || resp.StatusCode == http.StatusConflict {
			return nil
		}
		err = fmt.Errorf("status %d", resp.StatusCode)
		time.Sleep(time.Second)
	}
	return err
}

func foundByCase(hc *http.Client, order []byte) (err error) {
	for range 3 {
		var resp *http.Response
		resp, err = hc.Post("http://shop/orders", "application/json", bytes.NewReader(order))
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK, http.StatusCreated, http.StatusConflict:
			return nil
		}
		err = fmt.Errorf("status %d", resp.StatusCode)
		time.Sleep(time.Second)
	}
	return err
}

// A conflict is tried again like all the rest.
func again(hc *http.Client, order []byte) (err error) {
	for range 3 {
		var resp *http.Response
		resp, err = hc.Post("http://shop/orders", "application/json", bytes.NewReader(order)) // want `POST to /orders is repeated by the loop`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusConflict {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode < 300 {
			return nil
		}
		err = fmt.Errorf("status %d", resp.StatusCode)
		time.Sleep(time.Second)
	}
	return err
}

// What the client repeats is said by a function of one's own.
func never(order []byte) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) { return false, err }
	return c.Post("http://shop/orders", "application/json", order)
}

func busyOnly(order []byte) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
			return true, nil
		}
		return false, err
	}
	return c.Post("http://shop/orders", "application/json", order)
}

func reads(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil || resp.Request.Method != http.MethodGet {
		return false, err
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}

func readsOnly(order []byte) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.CheckRetry = reads
	return c.Post("http://shop/orders", "application/json", order)
}

// It adds to the library's judgement and takes nothing away.
func alive(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}

func all(order []byte) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.CheckRetry = alive
	return c.Post("http://shop/orders", "application/json", order) // want `POST to /orders is repeated by \(\*retryablehttp.Client\).Post \(4 attempts\)`
}
