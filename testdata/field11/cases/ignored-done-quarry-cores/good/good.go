// Package good looks for drill cores in a survey. The goroutine that climbs through the layers
// gives up its send, and climbs no further, once Find has enough and cancels it.
package good

import (
	"context"
	"fmt"
)

// Core is one drill sample.
type Core struct {
	ID    string
	Depth float64
}

// Layer is part of a survey and holds cores and further layers.
type Layer struct {
	Cores []Core
	Below []string
}

// Survey reads layers.
type Survey interface {
	Layer(ctx context.Context, id string) (Layer, error)
}

type find struct {
	core Core
	err  error
}

// Find returns the first n cores that fit, or all if there are fewer.
func Find(ctx context.Context, s Survey, top string, n int, fits func(Core) bool) ([]Core, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	finds := make(chan find)
	go func() {
		defer close(finds)
		if err := climb(ctx, s, top, finds); err != nil {
			_ = send(ctx, finds, find{err: err})
		}
	}()

	var cores []Core
	for len(cores) < n {
		f, more := <-finds
		if !more {
			return cores, ctx.Err()
		}
		if f.err != nil {
			return nil, f.err
		}
		if fits(f.core) {
			cores = append(cores, f.core)
		}
	}
	return cores, nil
}

// send fails when ctx ends before somebody takes f.
func send(ctx context.Context, finds chan<- find, f find) error {
	select {
	case finds <- f:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func climb(ctx context.Context, s Survey, id string, finds chan<- find) error {
	layer, err := s.Layer(ctx, id)
	if err != nil {
		return fmt.Errorf("layer %s: %w", id, err)
	}
	for _, core := range layer.Cores {
		if err := send(ctx, finds, find{core: core}); err != nil {
			return err
		}
	}
	for _, below := range layer.Below {
		if err := climb(ctx, s, below, finds); err != nil {
			return err
		}
	}
	return nil
}
