// Package bad asks the landing stages of a canoe rental how many boats they have.
// The pause between two tries is kept in the client and only ever grows: one bad hour doubles it
// to its maximum, and from then on every first hiccup of any stage costs half a minute.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const (
	tries      = 3
	firstPause = 250 * time.Millisecond
	mostPause  = 30 * time.Second
	askLimit   = 4 * time.Second
	budget     = 90 * time.Second
)

var errStage = errors.New("stage not available")

// growing hands out pauses, each about twice as long as the one before.
type growing struct {
	mu   sync.Mutex
	next time.Duration
}

func (g *growing) pause() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	d := g.next
	g.next = min(2*g.next, mostPause) // OR retry-hygiene
	return d/2 + rand.N(d/2)
}

// Stages asks the landing stages; it is shared by all requests of the booking page.
type Stages struct {
	client *http.Client
	waits  *growing // OR retry-hygiene
}

// NewStages returns a client of the stages.
func NewStages(client *http.Client) *Stages {
	return &Stages{client: client, waits: &growing{next: firstPause}} // OR retry-hygiene
}

// Boats returns the number of free canoes at a stage.
func (s *Stages) Boats(ctx context.Context, stage string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	for try := 1; ; try++ {
		n, err := s.ask(ctx, stage)
		if err == nil {
			return n, nil
		}
		if try == tries || ctx.Err() != nil || !errors.Is(err, errStage) {
			return 0, fmt.Errorf("boats at %s after %d tries: %w", stage, try, err)
		}
		select {
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		case <-time.After(s.waits.pause()): // EXPECT retry-hygiene
		}
	}
}

func (s *Stages) ask(ctx context.Context, stage string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+stage+"/boats", nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errStage, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("%w: %s", errStage, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("stage refused: %s", resp.Status)
	}
	var out struct {
		Free int `json:"free"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&out)
	return out.Free, err
}
