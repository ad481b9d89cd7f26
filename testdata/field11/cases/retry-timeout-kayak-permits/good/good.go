// Package good asks the river authority which paddling permits are out for a stretch of water.
// Each attempt has a limit of its own, and the budget of the whole question lies around them.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	questionBudget = 40 * time.Second
	requestLimit   = 6 * time.Second
	attempts       = 4
)

// Permit allows a boat on a stretch of water for a day.
type Permit struct {
	Number string `json:"number"`
	Day    string `json:"day"`
}

type refusal int

func (r refusal) Error() string { return fmt.Sprintf("authority answered %d", int(r)) }

// Authority is a client of the river authority.
type Authority struct {
	base   string
	client *http.Client
}

// NewAuthority returns a client of the authority at base.
func NewAuthority(base string, client *http.Client) *Authority {
	return &Authority{base: base, client: client}
}

// Permits lists the permits of a stretch.
func (a *Authority) Permits(ctx context.Context, stretch string) ([]Permit, error) {
	ctx, stop := context.WithTimeout(ctx, questionBudget)
	defer stop()

	permits, err := retry.DoWithData(func() ([]Permit, error) {
		reqCtx, cancel := context.WithTimeout(ctx, requestLimit)
		defer cancel()
		return a.list(reqCtx, stretch)
	},
		retry.Context(ctx),
		retry.Attempts(attempts),
		retry.Delay(250*time.Millisecond),
		retry.MaxDelay(2*time.Second),
		retry.MaxJitter(300*time.Millisecond),
		retry.RetryIf(func(err error) bool { return ctx.Err() == nil && passing(err) }),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("permits of %s: %w", stretch, err)
	}
	return permits, nil
}

func (a *Authority) list(ctx context.Context, stretch string) ([]Permit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/permits?stretch="+url.QueryEscape(stretch), nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, refusal(resp.StatusCode)
	}
	var permits []Permit
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&permits); err != nil {
		return nil, fmt.Errorf("decode permits: %w", err)
	}
	return permits, nil
}

// passing tells faults that may be gone at the next attempt from those that stay.
func passing(err error) bool {
	var r refusal
	if errors.As(err, &r) {
		return r == http.StatusTooManyRequests || r >= 500
	}
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, context.DeadlineExceeded)
}
