// Package bad checks the doors of a museum, floor by floor. The group is made from a
// background context with a limit of its own, although the method waits for it and has
// its caller's context: a guard who calls off the round gets no answer for a minute.
package bad

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Door is a door.
type Door struct {
	Floor int
	Name  string
}

// Lock is asked for its state.
type Lock interface {
	Closed(ctx context.Context, d Door) (bool, error)
}

// Patrol checks doors.
type Patrol struct {
	lock  Lock
	width int
	limit time.Duration
	log   *slog.Logger
}

// Round returns the doors that are open.
func (p *Patrol) Round(ctx context.Context, doors []Door) ([]Door, error) {
	p.log.InfoContext(ctx, "round begins", "doors", len(doors))
	rctx, cancel := context.WithTimeout(context.Background(), p.limit) // EXPECT ignored-done
	defer cancel()
	g, gctx := errgroup.WithContext(rctx) // OR ignored-done
	g.SetLimit(p.width)

	var (
		mu   sync.Mutex
		open []Door
	)
	for _, d := range doors {
		g.Go(func() error {
			closed, err := p.lock.Closed(gctx, d) // OR ignored-done
			if err != nil {
				return fmt.Errorf("door %s on floor %d: %w", d.Name, d.Floor, err)
			}
			if !closed {
				mu.Lock()
				defer mu.Unlock()
				open = append(open, d)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil { // OR ignored-done
		return nil, err
	}
	slices.SortFunc(open, func(a, b Door) int {
		return cmp.Or(cmp.Compare(a.Floor, b.Floor), cmp.Compare(a.Name, b.Name))
	})
	return open, nil
}
