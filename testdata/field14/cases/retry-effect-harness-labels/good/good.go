// Package good labels the harnesses of a riding school through an API that answers 409 while a
// harness is locked. do gives every repetition a body of its own.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Harness is one set of straps.
type Harness struct {
	ID     string            `json:"id"`
	Labels map[string]string `json:"labels"`
}

// Stable is a client of the school's API.
type Stable struct {
	base   string
	client *http.Client
	tries  int
	budget time.Duration
}

// NewStable expects client to have a per-request timeout.
func NewStable(base string, client *http.Client) *Stable {
	return &Stable{base: base, client: client, tries: 5, budget: time.Minute}
}

// Label replaces the labels of a harness.
func (s *Stable) Label(ctx context.Context, id string, labels map[string]string) (*Harness, error) {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	raw, err := json.Marshal(Harness{ID: id, Labels: labels})
	if err != nil {
		return nil, fmt.Errorf("encode labels: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/harnesses/"+url.PathEscape(id), bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	var h Harness
	if err := s.do(req, &h); err != nil {
		return nil, fmt.Errorf("label harness %s: %w", id, err)
	}
	return &h, nil
}

// do sends a request, again while the harness is locked.
func (s *Stable) do(req *http.Request, into any) error {
	for n := 1; ; n++ {
		if n > 1 && req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return err
			}
			req.Body = body
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return err
		}
		raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
		resp.Body.Close()
		if err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		if resp.StatusCode == http.StatusOK {
			return json.Unmarshal(raw, into)
		}
		if resp.StatusCode != http.StatusConflict || n == s.tries {
			return fmt.Errorf("status %s", resp.Status)
		}
		d := 200 * time.Millisecond << n
		select {
		case <-time.After(d + rand.N(d)):
		case <-req.Context().Done():
			return req.Context().Err()
		}
	}
}
