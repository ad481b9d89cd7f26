// Package bad publishes what cameras at birds' nests have counted. The handler of the metrics waits until every
// camera has been set up. One camera that is never found keeps the WaitGroup from zero, the scrape from
// its answer, and the probe that uses the same path from passing.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Camera counts birds.
type Camera interface {
	Nest() string
	Find(ctx context.Context) error
	Birds() int
}

// Nests are watched by cameras.
type Nests struct {
	log   *slog.Logger
	retry time.Duration
	found sync.WaitGroup

	mu      sync.Mutex
	cameras []Camera
}

// Watch sets up cameras in the background, until all are found or ctx ends.
func Watch(ctx context.Context, log *slog.Logger, cameras ...Camera) *Nests {
	n := &Nests{log: log, retry: 10 * time.Second}
	for _, c := range cameras {
		n.found.Add(1)
		go n.find(ctx, c)
	}
	return n
}

func (n *Nests) find(ctx context.Context, c Camera) {
	for {
		err := c.Find(ctx)
		if err == nil {
			break
		}
		n.log.WarnContext(ctx, "camera not found", "nest", c.Nest(), "err", err)
		again := time.NewTimer(n.retry/2 + rand.N(n.retry))
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return
		}
	}
	n.mu.Lock()
	n.cameras = append(n.cameras, c)
	n.mu.Unlock()
	n.found.Done()
}

// ServeHTTP writes the counts.
func (n *Nests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n.found.Wait() // EXPECT blocking-no-ctx // OR ignored-done
	n.mu.Lock()
	cameras := slices.Clone(n.cameras)
	n.mu.Unlock()
	for _, c := range cameras {
		fmt.Fprintf(w, "birds{nest=%q} %d\n", c.Nest(), c.Birds())
	}
}
