// Package good checks vouchers for hats with the issuer. Overload and faults of the issuer are
// repeated, its refusals are final.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Voucher is what the issuer knows of one.
type Voucher struct {
	Code  string    `json:"code"`
	Cents int64     `json:"cents"`
	Until time.Time `json:"until"`
}

// Issuer is a client of the company that issues vouchers.
type Issuer struct {
	base   string
	key    string
	client *http.Client
	budget time.Duration
	log    *slog.Logger
}

// NewIssuer returns a client of the issuer at base.
func NewIssuer(base, key string, log *slog.Logger) *Issuer {
	return &Issuer{
		base:   base,
		key:    key,
		client: &http.Client{Timeout: 4 * time.Second},
		budget: 40 * time.Second,
		log:    log,
	}
}

// Check returns a voucher.
func (i *Issuer) Check(ctx context.Context, code string) (Voucher, error) {
	ctx, cancel := context.WithTimeout(ctx, i.budget)
	defer cancel()
	policy := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5), ctx)
	v, err := backoff.RetryNotifyWithData(
		func() (Voucher, error) { return i.get(ctx, code) },
		policy,
		func(err error, next time.Duration) {
			i.log.InfoContext(ctx, "voucher not checked", "err", err, "next", next)
		},
	)
	if err != nil {
		return Voucher{}, fmt.Errorf("check voucher: %w", err)
	}
	return v, nil
}

func (i *Issuer) get(ctx context.Context, code string) (Voucher, error) {
	var v Voucher
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.base+"/vouchers/"+url.PathEscape(code), nil)
	if err != nil {
		return v, backoff.Permanent(err)
	}
	req.Header.Set("Authorization", "Bearer "+i.key)
	resp, err := i.client.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return v, fmt.Errorf("issuer answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return v, backoff.Permanent(fmt.Errorf("issuer refused: %s", resp.Status))
	}
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return v, backoff.Permanent(fmt.Errorf("decode voucher: %w", err))
	}
	return v, nil
}
