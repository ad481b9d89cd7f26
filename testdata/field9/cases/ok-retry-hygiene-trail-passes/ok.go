// Package ok checks hiking passes with a park's service that limits its callers. There is no
// back-off to be seen, and none is needed: the service says itself how long to wait, the wait is
// kept within bounds and spread, and there are three tries.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	tries   = 3
	maxWait = 10 * time.Second
	budget  = 45 * time.Second
)

// Pass lets a hiker into the park.
type Pass struct {
	Holder string    `json:"holder"`
	Until  time.Time `json:"until"`
}

// Park is a client of the pass service.
type Park struct {
	base string
	hc   *http.Client
}

// NewPark returns a client of the service at base.
func NewPark(base string) *Park {
	return &Park{base: base, hc: &http.Client{Timeout: 4 * time.Second}}
}

// Check returns the pass with a code.
func (p *Park) Check(ctx context.Context, code string) (*Pass, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	for try := 1; ; try++ {
		pass, wait, err := p.once(ctx, code)
		if err != nil {
			return nil, fmt.Errorf("pass %s: %w", code, err)
		}
		if pass != nil {
			return pass, nil
		}
		if try == tries {
			return nil, fmt.Errorf("pass %s: still turned away after %d tries", code, try)
		}
		timer := time.NewTimer(wait + rand.N(time.Second))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("pass %s: %w", code, ctx.Err())
		}
	}
}

// once returns neither pass nor error if the service wants to be asked later.
func (p *Park) once(ctx context.Context, code string) (*Pass, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/passes/"+url.PathEscape(code), nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var pass Pass
		err := json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(&pass)
		return &pass, 0, err
	case http.StatusTooManyRequests:
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil || s < 0 {
			s = 1
		}
		return nil, min(time.Duration(s)*time.Second, maxWait), nil
	}
	return nil, 0, errors.New(resp.Status)
}
