// Package bad looks up a clockwork toy in a collectors' register.
// Every answer but 200 is marked as retryable: a mistyped number (400), an unknown toy (404) or a wrong password
// (401) is asked for six times over eight seconds before the collector hears of it.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sethvargo/go-retry"
)

const (
	lookupLimit = 40 * time.Second
	tryLimit    = 4 * time.Second
)

// Toy is an entry of the register.
type Toy struct {
	Number string `json:"number"`
	Maker  string `json:"maker"`
	Year   int    `json:"year"`
}

// StatusError is an answer that is not 200.
type StatusError struct {
	Code   int
	Detail string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("register answered %d: %s", e.Code, e.Detail)
}

// Register is a client of the register.
type Register struct {
	base, user, password string
	client               *http.Client
}

// New returns the register at base.
func New(base, user, password string) *Register {
	return &Register{base: base, user: user, password: password, client: &http.Client{Timeout: tryLimit}}
}

// Toy returns the entry with that number.
func (r *Register) Toy(ctx context.Context, number string) (*Toy, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupLimit)
	defer cancel()
	backoff := retry.WithCappedDuration(2*time.Second, retry.NewExponential(500*time.Millisecond))
	backoff = retry.WithMaxRetries(5, retry.WithJitterPercent(20, backoff))
	toy, err := retry.DoValue(ctx, backoff, func(ctx context.Context) (*Toy, error) { // OR retry-hygiene
		return r.get(ctx, number)
	})
	if err != nil {
		return nil, fmt.Errorf("toy %q: %w", number, err)
	}
	return toy, nil
}

func (r *Register) get(ctx context.Context, number string) (*Toy, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/toys/"+url.PathEscape(number), nil)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(r.user, r.password)
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK { // OR retry-hygiene
		detail, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return nil, retry.RetryableError(&StatusError{Code: resp.StatusCode, Detail: string(detail)}) // EXPECT retry-hygiene
	}
	toy := new(Toy)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(toy); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return toy, nil
}
