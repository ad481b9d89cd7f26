// Package good translates the menu of a restaurant, dish by dish.
// Only phrase repeats a failed request; Dish sets the budget and hands the last error on.
package good

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
	"strings"
	"time"
)

const (
	maxTries   = 4
	firstPause = 250 * time.Millisecond
)

var errUnavailable = errors.New("dictionary unavailable")

// Translator is a client of the dictionary service.
type Translator struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewTranslator returns a client of the dictionary at base.
func NewTranslator(base string, log *slog.Logger) *Translator {
	return &Translator{base: base, client: &http.Client{Timeout: 3 * time.Second}, log: log}
}

// Dish returns the name of a dish in another language.
func (t *Translator) Dish(ctx context.Context, lang, dish string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	name, err := t.phrase(ctx, lang, dish)
	if err != nil {
		return "", fmt.Errorf("translate %q: %w", dish, err)
	}
	return strings.TrimSpace(name), nil
}

func (t *Translator) phrase(ctx context.Context, lang, text string) (string, error) {
	var out struct {
		Text string `json:"text"`
	}
	q := url.Values{"lang": {lang}, "text": {text}}
	err := t.repeat(ctx, func() error { return t.get(ctx, "/phrases?"+q.Encode(), &out) })
	if err == nil && out.Text == "" {
		err = errors.New("dictionary has no such phrase")
	}
	return out.Text, err
}

// repeat calls do until it succeeds, up to maxTries times while the dictionary is unavailable.
func (t *Translator) repeat(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == maxTries || ctx.Err() != nil || !errors.Is(err, errUnavailable) {
			return err
		}
		d := firstPause << (try - 1)
		t.log.Info("dictionary unavailable", "try", try, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (t *Translator) get(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("%w: %s", errUnavailable, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("dictionary answered %s", resp.Status)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(into)
}
