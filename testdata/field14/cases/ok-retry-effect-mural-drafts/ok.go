// Package ok stores drafts of murals. The same *http.Request goes out again and again, which
// looks as if its body were used up by the first send; but each further send is a clone with a
// new body from GetBody, and PUT replaces the draft with itself.
package ok

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// ErrRefused says that the studio does not want the draft.
var ErrRefused = errors.New("draft refused")

// Studio is a client of the store.
type Studio struct {
	base   string
	client *http.Client
	tries  int
	budget time.Duration
}

// NewStudio returns a client of the store at base.
func NewStudio(base string) *Studio {
	return &Studio{base: base, client: &http.Client{Timeout: 8 * time.Second}, tries: 3, budget: 40 * time.Second}
}

// Put stores a draft.
func (s *Studio) Put(ctx context.Context, wall string, draft []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/walls/"+url.PathEscape(wall)+"/draft", bytes.NewReader(draft))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "image/svg+xml")
	if err := s.repeat(req); err != nil {
		return fmt.Errorf("draft of %s: %w", wall, err)
	}
	return nil
}

func (s *Studio) repeat(req *http.Request) error {
	ctx := req.Context()
	for n := 1; ; n++ {
		again := req.Clone(ctx)
		if req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return err
			}
			again.Body = body
		}
		err := s.send(again)
		if err == nil || errors.Is(err, ErrRefused) || n == s.tries || ctx.Err() != nil {
			return err
		}
		d := 500 * time.Millisecond << n
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (s *Studio) send(req *http.Request) error {
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("studio answered %s", resp.Status)
	}
	return fmt.Errorf("%w: %s", ErrRefused, resp.Status)
}
