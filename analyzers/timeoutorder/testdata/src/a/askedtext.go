package a

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

func (l *lofts) written(ctx context.Context) error {
	q := url.Values{}
	q.Set("wait", "60s") // want `the server is asked to wait for up to 1m, but the client hangs up after 10s`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *lofts) joined(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/kv/"+key+"?index=1&wait=5m", nil) // want `asked to wait for up to 5m`
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *lofts) formatted(ctx context.Context, key string) error {
	u := fmt.Sprintf("%s/kv/%s?wait=%s&index=%d", l.base, key, claimWait, 1) // want `asked to wait for up to 30s`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Shorter than the client's limit, or no wait at all.
func (l *lofts) quick(ctx context.Context, key string) error {
	u := fmt.Sprintf("%s/kv/%s?wait=%s&ttl=%s&age=90s", l.base, key, shortWait, claimWait)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u+"&timeout=8s&max-age=60s", nil)
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
