// Package ok loads the tuning table of an instrument maker. The err inside the loop shadows the named
// result, which looks as if the last error were lost; but every way out of the loop names
// what it returns, and the one after the last attempt wraps the error of that attempt.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Tuning maps strings to cents.
type Tuning map[string]float64

// Workshop is a client of the maker.
type Workshop struct {
	url    string
	hc     *http.Client
	tries  int
	pause  time.Duration
	budget time.Duration
}

// NewWorkshop returns a client of the table at url.
func NewWorkshop(url string) *Workshop {
	return &Workshop{url: url, hc: &http.Client{Timeout: 4 * time.Second}, tries: 3, pause: 300 * time.Millisecond, budget: 20 * time.Second}
}

// Tuning returns the table.
func (w *Workshop) Tuning(ctx context.Context) (table Tuning, err error) {
	ctx, cancel := context.WithTimeout(ctx, w.budget)
	defer cancel()
	defer func() {
		if err != nil {
			err = fmt.Errorf("tuning table: %w", err)
		}
	}()
	for try := 1; try <= w.tries; try++ {
		table, err := w.load(ctx)
		var broken net.Error
		switch {
		case err == nil:
			return table, nil
		case ctx.Err() != nil, !errors.As(err, &broken):
			return nil, err
		case try == w.tries:
			return nil, fmt.Errorf("%d tries: %w", try, err)
		}
		timer := time.NewTimer(w.pause<<(try-1) + rand.N(w.pause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
	return nil, errors.New("no tries allowed")
}

func (w *Workshop) load(ctx context.Context) (Tuning, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("workshop answered %s", resp.Status)
	}
	var table Tuning
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&table)
	return table, err
}
