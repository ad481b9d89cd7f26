package a

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
)

type painter interface {
	Paint(ctx context.Context, wall string) error
}

func paintAll(ctx context.Context, p painter, walls []string) error {
	todo := make(chan string, len(walls))
	for _, w := range walls {
		todo <- w
	}
	close(todo)
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		failed []error
	)
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for w := range todo {
				if ctx.Err() != nil {
					return // want `the worker returns no error when ctx is over \(seen at jobs.go:\d+\), and paintAll then returns a nil error at jobs.go:\d+`
				}
				if err := p.Paint(ctx, w); err != nil {
					mu.Lock()
					failed = append(failed, err)
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return errors.Join(failed...)
}

func paintInGroup(ctx context.Context, p painter, walls []string) error {
	todo := make(chan string)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(todo)
		for _, w := range walls {
			select {
			case todo <- w:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range 4 {
		g.Go(func() error {
			for {
				select {
				case <-ctx.Done():
					return nil // want `the worker returns no error when ctx is over`
				case w, ok := <-todo:
					if !ok {
						return nil
					}
					if err := p.Paint(ctx, w); err != nil {
						return err
					}
				}
			}
		})
	}
	return g.Wait()
}

// It looks at the context when all have left.
func paintLooks(ctx context.Context, p painter, walls []string) error {
	todo := make(chan string, len(walls))
	for _, w := range walls {
		todo <- w
	}
	close(todo)
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		first error
	)
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for w := range todo {
				if ctx.Err() != nil {
					return
				}
				if err := p.Paint(ctx, w); err != nil {
					mu.Lock()
					first = err
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return first
}

// Workers that serve until they are told to stop have no rest to leave behind.
func serveWalls(ctx context.Context, p painter, walls <-chan string) error {
	g, ctx := errgroup.WithContext(ctx)
	for range 4 {
		g.Go(func() error {
			for w := range walls {
				if ctx.Err() != nil {
					return nil
				}
				if err := p.Paint(ctx, w); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// The worker tells.
func paintTells(ctx context.Context, p painter, walls []string) error {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		failed []error
	)
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		failed = append(failed, err)
	}
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, w := range walls[i:] {
				if err := ctx.Err(); err != nil {
					fail(err)
					return
				}
				if err := p.Paint(ctx, w); err != nil {
					fail(err)
				}
			}
		}()
	}
	wg.Wait()
	return errors.Join(failed...)
}
