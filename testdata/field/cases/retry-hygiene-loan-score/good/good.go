// Package good asks a bureau for the score of a borrower, through a circuit breaker.
// A breaker that is open ends the loop; it knows already that there is nothing to get.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"
)

const attempts = 4

// Bureau is a client of the bureau.
type Bureau struct {
	base    string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[int]
}

var errUnknown = errors.New("borrower unknown")

// New returns a client that stops asking for half a minute after five failures in a row.
func New(base string) *Bureau {
	return &Bureau{
		base:   base,
		client: &http.Client{Timeout: 2 * time.Second},
		breaker: gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
			Name:         "bureau",
			Timeout:      30 * time.Second,
			ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
			IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, errUnknown) },
		}),
	}
}

// Score returns the score of a borrower.
func (b *Bureau) Score(ctx context.Context, borrower string) (int, error) {
	for n := 1; ; n++ {
		score, err := b.breaker.Execute(func() (int, error) { return b.ask(ctx, borrower) })
		if err == nil {
			return score, nil
		}
		refused := errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)
		if n == attempts || refused || errors.Is(err, errUnknown) || ctx.Err() != nil {
			return 0, fmt.Errorf("score of %s: %w", borrower, err)
		}
		d := 150 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (b *Bureau) ask(ctx context.Context, borrower string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/score?id="+url.QueryEscape(borrower), nil)
	if err != nil {
		return 0, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var out struct{ Score int }
		err = json.NewDecoder(resp.Body).Decode(&out)
		return out.Score, err
	case http.StatusNotFound:
		return 0, errUnknown
	}
	return 0, fmt.Errorf("bureau answered %s", resp.Status)
}
