// Package ok translates texts through a service that is down at times.
// It is right although a breaker and a retry meet: the breaker is the outer one. It hears of a failure once the
// tries are used up, and when it is open, no try is made at all.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker/v2"
)

// Translator is a client of the service.
type Translator struct {
	url     string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[string]
}

// New returns a Translator.
func New(url string) *Translator {
	return &Translator{
		url:    url,
		client: &http.Client{Timeout: 2 * time.Second},
		breaker: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name:        "translator",
			MaxRequests: 1,
			Timeout:     20 * time.Second,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures > 3 },
			IsSuccessful: func(err error) bool {
				return err == nil || errors.Is(err, context.Canceled) || errors.Is(err, errRefused)
			},
		}),
	}
}

var errRefused = errors.New("text refused")

// Translate returns text in another language, or text itself while the service is down.
func (t *Translator) Translate(ctx context.Context, text, lang string) (string, error) {
	out, err := t.breaker.Execute(func() (string, error) {
		return retry.DoWithData(
			func() (string, error) { return t.ask(ctx, text, lang) },
			retry.Context(ctx),
			retry.Attempts(3),
			retry.Delay(150*time.Millisecond),
			retry.LastErrorOnly(true),
			retry.RetryIf(func(err error) bool { return !errors.Is(err, errRefused) && ctx.Err() == nil }),
		)
	})
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return text, nil
	}
	return out, err
}

// ask has no effect on the service, so it may be repeated.
func (t *Translator) ask(ctx context.Context, text, lang string) (string, error) {
	raw, err := json.Marshal(map[string]string{"q": text, "target": lang})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, "QUERY", t.url+"/translate", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return "", fmt.Errorf("translator answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	var out struct{ Text string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Text, err
}
