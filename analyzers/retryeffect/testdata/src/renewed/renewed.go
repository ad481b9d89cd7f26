// Package renewed repeats requests that keep something going, and others.
package renewed

import (
	"context"
	"net/http"
	"strings"
	"time"
)

func RenewHTTP(ctx context.Context, url, id string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(id))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func GrantHTTP(ctx context.Context, url, id string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(id))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func renew(ctx context.Context, id string) (err error) {
	for range 5 {
		if err = RenewHTTP(ctx, "http://leader/leases", id); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func promote(ctx context.Context, id string) (err error) {
	for range 5 {
		if err = GrantHTTP(ctx, "http://leader/members/promote", id); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func grant(ctx context.Context, id string) (err error) {
	for range 5 {
		if err = GrantHTTP(ctx, "http://leader/leases", id); err == nil { // want `POST .*is repeated by the loop`
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
