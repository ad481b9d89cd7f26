// Package good reads the menu of a dining car from the caterer's service.
// Every try sends a copy of the first request under a fresh context that derives from the caller's.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Dish is a line of the menu.
type Dish struct {
	Name  string `json:"name"`
	Cents int    `json:"cents"`
}

var errBusy = errors.New("caterer is busy")

// Caterer is a client of the menu service.
type Caterer struct {
	base     string
	client   *http.Client
	perTry   time.Duration
	budget   time.Duration
	maxTries int
	log      *slog.Logger
}

// NewCaterer sets the limits for a call that a passenger waits for.
func NewCaterer(base string, client *http.Client, log *slog.Logger) *Caterer {
	return &Caterer{base: base, client: client, perTry: 3 * time.Second, budget: 15 * time.Second, maxTries: 4, log: log}
}

// Menu returns the menu of a train.
func (c *Caterer) Menu(ctx context.Context, train string) ([]Dish, error) {
	ctx, stop := context.WithTimeout(ctx, c.budget)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/menus/"+url.PathEscape(train), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")

	for try := 1; ; try++ {
		tryCtx, cancel := context.WithTimeout(ctx, c.perTry)
		dishes, err := c.send(req.WithContext(tryCtx))
		cancel()
		if err == nil {
			return dishes, nil
		}
		if try == c.maxTries || ctx.Err() != nil || !worthAnother(err) {
			return nil, fmt.Errorf("menu of %s after %d tries: %w", train, try, err)
		}
		c.log.Info("menu not read", "train", train, "try", try, "err", err)
		pause := 100 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("menu of %s: %w", train, errors.Join(ctx.Err(), err))
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

func (c *Caterer) send(req *http.Request) ([]Dish, error) {
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errBusy, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("caterer refused: %s", resp.Status)
	}
	var dishes []Dish
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&dishes)
	return dishes, err
}

func worthAnother(err error) bool {
	var op *net.OpError
	return errors.Is(err, errBusy) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &op)
}
