package a

import (
	"context"
	"io"
	"net/http"
	"os"
	"time"
)

const reelLimit = 10 * time.Minute

type vault struct {
	url string
	web *http.Client
}

func newVault(url string) *vault {
	return &vault{url: url, web: &http.Client{Timeout: 30 * time.Second}}
}

func (v *vault) copyReel(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, reelLimit) // want `\(\*vault\).transfer gets 10m here for its one request, but the client gives up after 30s, set at below.go:\d+: the deadline is never reached`
	defer cancel()
	return v.transfer(tryCtx, os.Stdout)
}

func (v *vault) transfer(ctx context.Context, to io.Writer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, nil)
	if err != nil {
		return err
	}
	resp, err := v.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(to, resp.Body)
	return err
}

// One limit for two calls.
func (v *vault) copyTwo(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, reelLimit)
	defer cancel()
	if err := v.transfer(tryCtx, os.Stdout); err != nil {
		return err
	}
	return v.transfer(tryCtx, os.Stdout)
}

// Not much longer than the client's.
func (v *vault) copyShort(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	return v.transfer(tryCtx, os.Stdout)
}

// A limit for all that the callee asks for.
func (v *vault) copyAll(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, reelLimit)
	defer cancel()
	return v.transferAll(tryCtx)
}

func (v *vault) transferAll(ctx context.Context) error {
	for range 10 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, nil)
		if err != nil {
			return err
		}
		resp, err := v.web.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// The callee calls another that asks as well.
func (v *vault) copyDeep(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, reelLimit)
	defer cancel()
	return v.transferBoth(tryCtx)
}

func (v *vault) transferBoth(ctx context.Context) error {
	if err := v.transfer(ctx, os.Stdout); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, nil)
	if err != nil {
		return err
	}
	resp, err := v.web.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
