// Package bad posts poems to a social network that limits its writers. The request is built
// once and sent again after 429; its body was read by the first try, and the second has no
// poem left to send.
package bad

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Wall is an account.
type Wall struct {
	hc    *http.Client
	base  string
	token string
}

// NewWall returns an account.
func NewWall(base, token string) *Wall {
	return &Wall{hc: &http.Client{Timeout: 15 * time.Second}, base: base, token: token}
}

// Post publishes a poem.
func (w *Wall) Post(ctx context.Context, title, text string) error {
	form := url.Values{"title": {title}, "status": {text}}
	ctx, cancel := context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+"/statuses", strings.NewReader(form.Encode())) // OR retry-effect
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+w.token)
	return w.do(req)
}

func (w *Wall) do(req *http.Request) error {
	ctx := req.Context()
	for n := 0; n < 5; n++ { // OR retry-effect
		resp, err := w.hc.Do(req) // EXPECT retry-effect
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
		resp.Body.Close()
		if resp.StatusCode < 300 {
			return nil
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return fmt.Errorf("post: %s", resp.Status)
		}
		if n == 4 {
			break
		}
		after, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			after = 2
		}
		t := time.NewTimer(time.Duration(min(after, 20))*time.Second + rand.N(time.Second))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
	return fmt.Errorf("post: still limited")
}
