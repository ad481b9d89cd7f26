// Package bad searches the catalogue for a library's kiosk.
// The pause stands at the end of every round, the last one included: the reader who will get an error
// anyhow waits another 3.2 s for it.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	rounds = 4
	pause  = 400 * time.Millisecond
)

// Hit is one book.
type Hit struct {
	Title string `json:"title"`
	Shelf string `json:"shelf"`
}

// Kiosk is a client of the catalogue.
type Kiosk struct {
	base   string
	client *http.Client // with a timeout
}

var errBusy = errors.New("catalogue busy")

// Search returns the books that match words.
func (k *Kiosk) Search(ctx context.Context, words string) ([]Hit, error) {
	var last error
	for round := range rounds { // OR retry-hygiene
		hits, err := k.query(ctx, words)
		if err == nil {
			return hits, nil
		}
		if !errors.Is(err, errBusy) {
			return nil, fmt.Errorf("search %q: %w", words, err)
		}
		last = err
		d := pause << round
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), last)
		case <-time.After(d + rand.N(d/4)): // EXPECT retry-hygiene
		}
	}
	return nil, fmt.Errorf("search %q, %d rounds: %w", words, rounds, last)
}

func (k *Kiosk) query(ctx context.Context, words string) ([]Hit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.base+"/search?q="+url.QueryEscape(words), nil)
	if err != nil {
		return nil, err
	}
	resp, err := k.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var hits []Hit
		err = json.NewDecoder(resp.Body).Decode(&hits)
		return hits, err
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return nil, errBusy
	}
	return nil, fmt.Errorf("catalogue answered %s", resp.Status)
}
