package a

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var errTokenRefused = errors.New("token refused")

type archive struct{ client *http.Client }

func newArchive() *archive {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 2
	return &archive{client: rc.StandardClient()}
}

// read tells a refusal, which the client does not repeat, from what it gives up with.
func (a *archive) read(ctx context.Context, token string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/"+token, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized {
		return errTokenRefused
	}
	return nil
}

// all takes whatever fails for a refusal.
func (a *archive) all(ctx context.Context, token string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/"+token, nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return errTokenRefused
	}
	return resp.Body.Close()
}

func (a *archive) again(ctx context.Context, issue func() string) error {
	for renewed := false; ; renewed = true {
		err := a.read(ctx, issue())
		if err == nil || renewed || !errors.Is(err, errTokenRefused) {
			return err
		}
	}
}

func (a *archive) againAll(ctx context.Context, issue func() string) (err error) {
	for range 4 {
		if err = a.all(ctx, issue()); !errors.Is(err, errTokenRefused) { // want `tries up to 3 times by itself, and the loop at refused.go:\d+ repeats that: 4 × 3 = 12 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
