// Package kinds has contexts that begin here and are right.
package kinds

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

type exporter interface {
	Shutdown(ctx context.Context) error
	Load(ctx context.Context) ([]string, error)
	Wait(ctx context.Context) (<-chan int, error)
}

// The group's context is given to nobody.
func group(ctx context.Context, e exporter) error {
	g, _ := errgroup.WithContext(context.TODO())
	for range 3 {
		g.Go(func() error {
			_, err := e.Load(ctx)
			return err
		})
	}
	return g.Wait()
}

// The context is about what the channel brings.
func follow(ctx context.Context, e exporter) (int, error) {
	ch, err := e.Wait(context.Background())
	if err != nil {
		return 0, err
	}
	select {
	case n := <-ch:
		return n, nil
	case <-ctx.Done():
		return <-ch, ctx.Err()
	}
}

type client struct {
	once sync.Once
	e    exporter
	rows []string
	err  error
}

// Whoever shuts down first says how long that may take.
func (c *client) Shutdown(ctx context.Context) error {
	c.once.Do(func() { c.err = c.e.Shutdown(ctx) })
	return c.err
}

func (c *client) Rows(ctx context.Context) ([]string, error) {
	c.once.Do(func() {
		c.rows, c.err = c.e.Load(ctx) // want `exporter.Load runs under ctx, the context of the first caller`
	})
	return c.rows, c.err
}
