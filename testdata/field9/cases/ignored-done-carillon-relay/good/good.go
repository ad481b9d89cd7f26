// Package good relays what a carillonneur plays to the bells of another tower. When a bell
// cannot be struck, the listener is told to stop before Serve waits for it.
package good

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Note is one stroke.
type Note struct {
	Bell  int
	Force float32
}

// Keyboard hands out strokes as they are played.
type Keyboard interface {
	Next(ctx context.Context) (Note, error)
}

// Tower strikes bells.
type Tower interface {
	Strike(ctx context.Context, n Note) error
}

// Relay connects a keyboard to towers.
type Relay struct {
	keyboard Keyboard
	ahead    int
}

// Serve strikes the bells of a tower until the playing ends, a bell fails or ctx ends.
func (r *Relay) Serve(ctx context.Context, tower Tower) error {
	ctx, stop := context.WithCancel(ctx)
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan Note, r.ahead)
	group.Go(func() error { return r.listen(groupCtx, notes) })
	defer func() {
		stop()
		_ = group.Wait()
	}()

	for {
		select {
		case n := <-notes:
			if err := tower.Strike(ctx, n); err != nil {
				return fmt.Errorf("strike bell %d: %w", n.Bell, err)
			}
		case <-groupCtx.Done():
			return group.Wait()
		}
	}
}

func (r *Relay) listen(ctx context.Context, notes chan<- Note) error {
	for {
		n, err := r.keyboard.Next(ctx)
		if err != nil {
			return fmt.Errorf("listen: %w", err)
		}
		select {
		case notes <- n:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
