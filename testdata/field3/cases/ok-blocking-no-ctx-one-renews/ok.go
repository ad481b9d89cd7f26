// Package ok hands out the token of a customs office. A mutex is held while the office is
// asked; it is right, because it is only tried: one caller renews, all others go on with the
// token that is there and never wait.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type token struct {
	Value string `json:"access_token"`
	TTL   int    `json:"expires_in"`
	got   time.Time
}

// Office gives tokens.
type Office struct {
	hc       *http.Client
	url      string
	renewing sync.Mutex
	current  atomic.Pointer[token]
}

// Open fetches the first token.
func Open(ctx context.Context, url string) (*Office, error) {
	o := &Office{hc: &http.Client{Timeout: 5 * time.Second}, url: url}
	t, err := o.ask(ctx)
	if err != nil {
		return nil, err
	}
	o.current.Store(t)
	return o, nil
}

// Token returns a token that is still good.
func (o *Office) Token(ctx context.Context) (string, error) {
	t := o.current.Load()
	age := time.Since(t.got)
	life := time.Duration(t.TTL) * time.Second
	if age > life/2 && o.renewing.TryLock() {
		defer o.renewing.Unlock()
		fresh, err := o.ask(ctx)
		if err == nil {
			o.current.Store(fresh)
			return fresh.Value, nil
		}
		if age >= life {
			return "", err
		}
	}
	if age >= life {
		return "", errors.New("token is over")
	}
	return t.Value, nil
}

func (o *Office) ask(ctx context.Context) (*token, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := o.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("token: %s", resp.Status)
	}
	t := &token{got: time.Now()}
	return t, json.NewDecoder(resp.Body).Decode(t)
}
