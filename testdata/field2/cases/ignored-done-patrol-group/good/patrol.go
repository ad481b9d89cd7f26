// Package good checks the doors of a museum, floor by floor. The group is made from the
// caller's context, with a limit.
package good

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
	rctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	g, gctx := errgroup.WithContext(rctx)
	g.SetLimit(p.width)

	var (
		mu   sync.Mutex
		open []Door
	)
	for _, d := range doors {
		g.Go(func() error {
			closed, err := p.lock.Closed(gctx, d)
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
	if err := g.Wait(); err != nil {
		return nil, err
	}
	slices.SortFunc(open, func(a, b Door) int {
		return cmp.Or(cmp.Compare(a.Floor, b.Floor), cmp.Compare(a.Name, b.Name))
	})
	return open, nil
}
