package a

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"sync"

	"golang.org/x/sync/errgroup"
)

type scale interface {
	Weigh(ctx context.Context, id string) (int, error)
	Put(ctx context.Context, id string) error
}

// Cancelled errors are not kept.
func firstOther(ctx context.Context, s scale, ids []string) error {
	var first error
	for _, id := range ids {
		err := s.Put(ctx, id)
		if err != nil && !errors.Is(err, context.Canceled) && first == nil {
			first = err
		}
	}
	return first // want `firstOther leaves context errors out \(at items.go:\d+\)`
}

func joinOthers(ctx context.Context, s scale, ids []string) error {
	var all []error
	for _, id := range ids {
		err := s.Put(ctx, id)
		if err == nil || errors.Is(err, context.Canceled) {
			continue
		}
		all = append(all, err)
	}
	return errors.Join(all...) // want `joinOthers leaves context errors out`
}

// Right: the context itself is asked.
func joinOthersAsked(ctx context.Context, s scale, ids []string) error {
	var all []error
	for _, id := range ids {
		err := s.Put(ctx, id)
		if err == nil || errors.Is(err, context.Canceled) {
			continue
		}
		all = append(all, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return errors.Join(all...)
}

// Right: the function cancels the rest itself.
func raceAll(ctx context.Context, s scale, ids []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first error
	for _, id := range ids {
		err := s.Put(ctx, id)
		if err != nil && !errors.Is(err, context.Canceled) && first == nil {
			first = err
			cancel()
		}
	}
	return first
}

// nil after some of the things is not "all are done".
func putAll(ctx context.Context, s scale, ids []string) error {
	for _, id := range ids {
		select {
		case <-ctx.Done():
			return nil // want `putAll returns a nil error when ctx is over`
		default:
		}
		if err := s.Put(ctx, id); err != nil {
			return fmt.Errorf("put %s: %w", id, err)
		}
	}
	return nil
}

// Right: what comes out of a channel has no end of its own.
func putStream(ctx context.Context, s scale, ids <-chan string) error {
	for id := range ids {
		if ctx.Err() != nil {
			return nil
		}
		if err := s.Put(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// Right: it goes round until it is stopped.
func putForEver(ctx context.Context, s scale, ids []string) error {
	for {
		for _, id := range ids {
			if ctx.Err() != nil {
				return nil
			}
			if err := s.Put(ctx, id); err != nil {
				return err
			}
		}
	}
}

// Right: as good as it gets, whatever fails.
func putSome(ctx context.Context, s scale, ids []string) error {
	for _, id := range ids {
		if ctx.Err() != nil {
			return nil
		}
		if err := s.Put(ctx, id); err != nil {
			log.Println(err)
		}
	}
	return nil
}

// The loop may end by its condition.
func allPages(ctx context.Context, next func(ctx context.Context, token string) ([]string, string, error)) ([]string, error) {
	var out []string
	token := ""
	for ctx.Err() == nil {
		items, more, err := next(ctx, token)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
		if more == "" {
			break
		}
		token = more
	}
	return out, nil // want `allPages returns a nil error when ctx is over`
}

// Workers that leave without a word.
func total(ctx context.Context, s scale, ids []string) (int, error) {
	todo := make(chan string, len(ids))
	for _, id := range ids {
		todo <- id
	}
	close(todo)
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for id := range todo {
				if ctx.Err() != nil {
					return // want `the worker returns no error when ctx is over`
				}
				n, err := s.Weigh(ctx, id)
				if err != nil {
					continue
				}
				mu.Lock()
				sum += n
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return sum, nil
}

func totalRight(ctx context.Context, s scale, ids []string) (int, error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if ctx.Err() != nil {
				return
			}
			n, _ := s.Weigh(ctx, id)
			mu.Lock()
			sum += n
			mu.Unlock()
		}()
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return sum, nil
}

// When it is the caller's context that is over, nobody in the group says so.
func weights(ctx context.Context, s scale, ids []string) ([]int, error) {
	out := make([]int, len(ids))
	g, gctx := errgroup.WithContext(ctx)
	for i, id := range ids {
		g.Go(func() error {
			select {
			case <-gctx.Done():
				return nil // want `the worker returns no error when gctx is over`
			default:
			}
			n, err := s.Weigh(gctx, id)
			out[i] = n
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// Right: a service's workers are told to stop.
func runWorkers(ctx context.Context, s scale, ids []string) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error {
			for {
				if gctx.Err() != nil {
					return nil
				}
				if err := s.Put(gctx, id); err != nil {
					return err
				}
			}
		})
	}
	return g.Wait()
}

// Rows end with the context.
func names(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM things")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil // want `names returns a nil error without having asked rows.Err\(\)`
}

func namesRight(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM things")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// Right: who is handed the rows may ask.
func namesBy(ctx context.Context, db *sql.DB, check func(*sql.Rows) error) (int, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM things")
	if err != nil {
		return 0, err
	}
	n := 0
	for rows.Next() {
		n++
	}
	if err := check(rows); err != nil {
		return 0, err
	}
	return n, nil
}

// The rest of the walk is passed over.
func walked(ctx context.Context, s scale, walk func(func(id string) error) error) (int, error) {
	n := 0
	err := walk(func(id string) error {
		if ctx.Err() != nil {
			return nil // want `the rest of the walk is passed over without an error when ctx is over`
		}
		w, err := s.Weigh(ctx, id)
		n += w
		return err
	})
	return n, err
}

func walkedRight(ctx context.Context, s scale, walk func(func(id string) error) error) (int, error) {
	n := 0
	err := walk(func(id string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		w, err := s.Weigh(ctx, id)
		n += w
		return err
	})
	return n, err
}

type cursor struct{ items chan int }

// The end of the context is called the end of the items.
func (c *cursor) next(ctx context.Context) (int, error) {
	select {
	case n, ok := <-c.items:
		if !ok {
			return 0, io.EOF
		}
		return n, nil
	case <-ctx.Done():
		return 0, io.EOF // want `\(\*cursor\).next returns EOF when ctx is over`
	}
}

func (c *cursor) nextRight(ctx context.Context) (int, error) {
	select {
	case n, ok := <-c.items:
		if !ok {
			return 0, io.EOF
		}
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
