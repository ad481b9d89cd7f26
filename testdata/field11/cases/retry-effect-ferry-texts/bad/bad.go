// Package bad texts passengers when their ferry is late.
// The POST that creates a message is repeated after timeouts and 5xx without the token by which the
// provider recognises a repetition: passengers get the text, and the line its bill, several times.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const sendBudget = 30 * time.Second

// Text is a message to one passenger.
type Text struct {
	To   string
	Body string
}

// Provider is the account with the SMS provider.
type Provider struct {
	hc      *http.Client
	base    string
	account string
	secret  string
	from    string
}

// NewProvider expects hc to have a per-request timeout.
func NewProvider(hc *http.Client, base, account, secret, from string) *Provider {
	return &Provider{hc: hc, base: base, account: account, secret: secret, from: from}
}

// Send hands a text to the provider.
func (p *Provider) Send(ctx context.Context, t Text) error {
	ctx, cancel := context.WithTimeout(ctx, sendBudget)
	defer cancel()
	form := url.Values{"To": {t.To}, "From": {p.from}, "Body": {t.Body}}.Encode()

	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 400 * time.Millisecond
	bo.MaxInterval = 4 * time.Second
	_, err := backoff.Retry(ctx, func() (struct{}, error) { // OR retry-effect
		return struct{}{}, p.create(ctx, form) // EXPECT retry-effect
	}, backoff.WithBackOff(bo), backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(sendBudget))
	if err != nil {
		return fmt.Errorf("text passenger: %w", err)
	}
	return nil
}

func (p *Provider) create(ctx context.Context, form string) error {
	target := p.base + "/accounts/" + url.PathEscape(p.account) + "/messages"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(form)) // OR retry-effect
	if err != nil {
		return backoff.Permanent(err)
	}
	req.SetBasicAuth(p.account, p.secret)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := p.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusCreated:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("provider answered %s", resp.Status)
	}
	return backoff.Permanent(fmt.Errorf("provider refused the text: %s", resp.Status))
}
