// Package badge fetches the visitor badge that a diver shows at a kelp farm.
package badge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	issueBudget = 30 * time.Second
	issueTries  = 4
)

// Badge is a signed statement of who dives.
type Badge struct {
	Value   string    `json:"value"`
	Expires time.Time `json:"expires"`
}

// Issuer knows where badges are issued and the secret of this boat.
type Issuer struct {
	endpoint string
	secret   string
	hc       *http.Client
	log      *slog.Logger
}

// NewIssuer expects hc to have a per-request timeout.
func NewIssuer(endpoint, secret string, hc *http.Client, log *slog.Logger) *Issuer {
	return &Issuer{endpoint: endpoint, secret: secret, hc: hc, log: log}
}

// Badge returns the badge for a farm.
func (i *Issuer) Badge(ctx context.Context, farm string) (*Badge, error) {
	ctx, cancel := context.WithTimeout(ctx, issueBudget)
	defer cancel()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.endpoint+"?audience="+url.QueryEscape(farm), nil)
	if err != nil {
		return nil, fmt.Errorf("build request: %w", err)
	}
	var last error
	for try := 1; try <= issueTries; try++ {
		req.Header.Set("Authorization", "Boat "+i.secret)
		resp, err := i.hc.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return decode(resp)
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
			resp.Body.Close()
			err = fmt.Errorf("issuer answered %s", resp.Status)
		}
		last = err
		if try == issueTries || ctx.Err() != nil {
			break
		}
		i.log.Warn("badge not issued", "farm", farm, "try", try, "err", err)
		select {
		case <-time.After(time.Duration(try)*400*time.Millisecond + rand.N(400*time.Millisecond)):
		case <-ctx.Done():
			return nil, errors.Join(last, ctx.Err())
		}
	}
	return nil, fmt.Errorf("badge for %s: %w", farm, last)
}

func decode(resp *http.Response) (*Badge, error) {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("badge refused: %s", resp.Status)
	}
	var b Badge
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&b); err != nil {
		return nil, fmt.Errorf("decode badge: %w", err)
	}
	return &b, nil
}
