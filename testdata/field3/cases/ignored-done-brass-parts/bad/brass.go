// Package bad weighs the parts of an engine in parallel. A worker that finds its context
// over leaves with nil, since the group's error is somebody else's. When it is the
// caller's context that ended there is nobody else: the group says nil, and the sum of
// the parts weighed so far is the engine's weight.
package bad

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Scale weighs.
type Scale interface {
	Grams(ctx context.Context, part string) (int, error)
}

// Workshop has scales.
type Workshop struct {
	scales []Scale
}

// Weigh returns the weight of all parts together.
func (w *Workshop) Weigh(ctx context.Context, parts []string) (int, error) {
	if len(w.scales) == 0 {
		return 0, errors.New("no scales")
	}
	todo := make(chan string, len(parts))
	for _, p := range parts {
		todo <- p
	}
	close(todo)

	grams := make([]int, len(w.scales))
	g, gctx := errgroup.WithContext(ctx)
	for i, s := range w.scales {
		g.Go(func() error {
			return weighAll(gctx, s, todo, &grams[i])
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	sum := 0
	for _, n := range grams {
		sum += n
	}
	return sum, nil // OR ignored-done
}

func weighAll(ctx context.Context, s Scale, todo <-chan string, sum *int) error {
	for p := range todo {
		select {
		case <-ctx.Done(): // OR ignored-done
			return nil // EXPECT ignored-done
		default:
		}
		n, err := s.Grams(ctx, p)
		if err != nil {
			return fmt.Errorf("weigh %s: %w", p, err)
		}
		*sum += n
	}
	return nil
}
