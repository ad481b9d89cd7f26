// Package bad replaces the menu cards that the screens of a canteen show.
// The body is wrapped in a reader before the retries begin, and every attempt hands the same
// reader to its request. The first attempt reads it to the end; the second one replaces the
// card with nothing and is answered 200.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sethvargo/go-retry"
)

// Dish is a line of a card.
type Dish struct {
	Name  string `json:"name"`
	Cents int    `json:"cents"`
}

// Screens is a client of the screens' controller.
type Screens struct {
	hc     *http.Client
	base   string
	budget time.Duration
}

// NewScreens expects hc to have a per-request timeout.
func NewScreens(hc *http.Client, base string) *Screens {
	return &Screens{hc: hc, base: base, budget: 30 * time.Second}
}

// Card returns what a screen shows.
func (s *Screens) Card(ctx context.Context, screen string) (dishes []Dish, err error) {
	err = s.send(ctx, http.MethodGet, screen, nil, &dishes)
	return dishes, err
}

// Replace puts another card on a screen.
func (s *Screens) Replace(ctx context.Context, screen string, dishes []Dish) error {
	return s.send(ctx, http.MethodPut, screen, dishes, nil)
}

func (s *Screens) send(ctx context.Context, method, screen string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()

	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("encode card: %w", err)
		}
		body = bytes.NewReader(raw) // OR retry-effect
	}
	target := s.base + "/screens/" + url.PathEscape(screen) + "/card"
	pauses := retry.WithMaxRetries(3, retry.WithJitter(100*time.Millisecond, retry.NewExponential(300*time.Millisecond)))
	err := retry.Do(ctx, pauses, func(ctx context.Context) error { // OR retry-effect
		req, err := http.NewRequestWithContext(ctx, method, target, body) // EXPECT retry-effect
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := s.hc.Do(req) // OR retry-effect
		if err != nil {
			return retry.RetryableError(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return retry.RetryableError(fmt.Errorf("controller answered %s", resp.Status))
		}
		if resp.StatusCode >= 300 {
			return fmt.Errorf("controller refused: %s", resp.Status)
		}
		if out == nil {
			return nil
		}
		return json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(out)
	})
	if err != nil {
		return fmt.Errorf("%s card of screen %s: %w", method, screen, err)
	}
	return nil
}
