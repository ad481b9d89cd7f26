// Package relogin sends a request again after it has logged in again.
package relogin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

type api struct {
	base    string
	hc      *http.Client
	token   string
	renewed bool
	logins  int
	count   atomic.Int64
}

// The new token may be refused as well, and then for ever.
func (a *api) get(ctx context.Context, path string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", a.token)
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized {
		if err := a.login(ctx); err != nil {
			return fmt.Errorf("login: %w", err)
		}
		return a.get(ctx, path, out) // want `\(\*api\).get calls itself after each failure, without a limit`
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (a *api) login(ctx context.Context) error {
	tok, err := a.fetchToken(ctx)
	if err != nil {
		return err
	}
	a.token = tok
	return nil
}

func (a *api) fetchToken(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+"/token", nil)
	if err != nil {
		return "", err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return string(raw), err
}

// What comes back is kept in variables first.
func (a *api) list(ctx context.Context, page int) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/list?p=%d", a.base, page), nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == 401 || resp.StatusCode == 403 {
		tok, err := a.fetchToken(ctx)
		if err != nil {
			return nil, err
		}
		a.setToken(tok)
		return a.list(ctx, page) // want `\(\*api\).list calls itself after each failure, without a limit`
	}
	return body, nil
}

func (a *api) setToken(t string) { a.token = t }

var errExpired = errors.New("session expired")

func (a *api) send(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		return nil, errExpired
	}
	return resp, nil
}

// The failure is told by an error.
func (a *api) fetch(ctx context.Context, path string) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) {
		if err := a.login(ctx); err != nil {
			return nil, err
		}
		return a.fetch(ctx, path) // want `\(\*api\).fetch calls itself after each failure, without a limit`
	}
	return resp, err
}

// Too many requests, and again at once for ever.
func limited(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		resp.Body.Close()
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return limited(ctx, hc, url) // want `limited calls itself after each failure, without a limit`
	}
	return resp, nil
}

// Two functions that call each other.
func (a *api) ask(ctx context.Context, path string) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) {
		return a.askAgain(ctx, path) // want `\(\*api\).ask calls itself after each failure, by way of \(\*api\).askAgain, without a limit`
	}
	return resp, err
}

func (a *api) askAgain(ctx context.Context, path string) (*http.Response, error) {
	if err := a.login(ctx); err != nil {
		return nil, err
	}
	return a.ask(ctx, path)
}

// Right.

// Once.
func (a *api) once(ctx context.Context, path string, again bool) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) && again {
		if err := a.login(ctx); err != nil {
			return nil, err
		}
		return a.once(ctx, path, false)
	}
	return resp, err
}

// Once, as the object remembers.
func (a *api) remembered(ctx context.Context, path string) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) && !a.renewed {
		if err := a.renew(ctx); err != nil {
			return nil, err
		}
		return a.remembered(ctx, path)
	}
	return resp, err
}

func (a *api) renew(ctx context.Context) error {
	a.renewed = true
	return a.login(ctx)
}

// The login counts.
func (a *api) counted(ctx context.Context, path string) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) {
		if err := a.countedLogin(ctx); err != nil {
			return nil, err
		}
		return a.counted(ctx, path)
	}
	return resp, err
}

func (a *api) countedLogin(ctx context.Context) error {
	if a.logins++; a.logins > 3 {
		return errors.New("too many logins")
	}
	return a.login(ctx)
}

func (a *api) tallied(ctx context.Context, path string) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) {
		if err := a.talliedLogin(ctx); err != nil {
			return nil, err
		}
		return a.tallied(ctx, path)
	}
	return resp, err
}

func (a *api) talliedLogin(ctx context.Context) error {
	if a.count.Add(1) > 3 {
		return errors.New("too many logins")
	}
	return a.login(ctx)
}

// By way of another function, but with a last time.
func (a *api) lastTime(ctx context.Context, path string, last bool) (*http.Response, error) {
	resp, err := a.send(ctx, path)
	if errors.Is(err, errExpired) && !last {
		return a.lastTimeAgain(ctx, path)
	}
	return resp, err
}

func (a *api) lastTimeAgain(ctx context.Context, path string) (*http.Response, error) {
	if err := a.login(ctx); err != nil {
		return nil, err
	}
	return a.lastTime(ctx, path, true)
}

// Another address: it goes on with what the answer says.
func follow(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusFound {
		resp.Body.Close()
		return follow(ctx, hc, resp.Header.Get("Location"))
	}
	return resp, nil
}
