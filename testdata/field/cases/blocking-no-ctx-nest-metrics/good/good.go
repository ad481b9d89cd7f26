// Package good publishes what cameras at birds' nests have counted. The handler waits for the set-up of the
// cameras no longer than its request lasts, and says so.
package good

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
	found chan struct{}

	mu      sync.Mutex
	cameras []Camera
}

// Watch sets up cameras in the background, until all are found or ctx ends.
func Watch(ctx context.Context, log *slog.Logger, cameras ...Camera) *Nests {
	n := &Nests{log: log, retry: 10 * time.Second}
	n.found = make(chan struct{})
	var finding sync.WaitGroup
	for _, c := range cameras {
		finding.Go(func() { n.find(ctx, c) })
	}
	go func() {
		finding.Wait()
		close(n.found)
	}()
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
}

// ServeHTTP writes the counts.
func (n *Nests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case <-n.found:
	case <-time.After(500 * time.Millisecond):
		fmt.Fprintln(w, "# not all cameras are found yet")
	case <-r.Context().Done():
		return
	}
	n.mu.Lock()
	cameras := slices.Clone(n.cameras)
	n.mu.Unlock()
	for _, c := range cameras {
		fmt.Fprintf(w, "birds{nest=%q} %d\n", c.Nest(), c.Birds())
	}
}
