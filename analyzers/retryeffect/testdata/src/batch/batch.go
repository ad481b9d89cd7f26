// Package batch repeats what is done for several items, and starts things in transactions.
package batch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

type post interface {
	Deliver(ctx context.Context, house, letter string) error
	Fetch(ctx context.Context, house string) error
	SendOnce(ctx context.Context, key, letter string) error
}

type village struct {
	post   post
	houses []string
	done   map[string]bool
}

func persist(ctx context.Context, times int, op func(ctx context.Context) error) error {
	var err error
	for n := range times {
		if n > 0 {
			t := time.NewTimer(time.Duration(n) * time.Second)
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return ctx.Err()
			}
		}
		if err = op(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (v *village) all(ctx context.Context, letter string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, h := range v.houses {
			if err := v.post.Deliver(ctx, h, letter); err != nil { // want `post.Deliver is repeated by persist \(4 attempts\) for all items when one of them fails`
				return fmt.Errorf("house %s: %w", h, err)
			}
		}
		return nil
	})
}

func loop(ctx context.Context, p post, houses []string) error {
	var err error
	for range 3 {
		err = once(ctx, p, houses)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(ctx context.Context, p post, houses []string) error {
	for _, h := range houses {
		if err := p.Deliver(ctx, h, "x"); err != nil { // want `post.Deliver is repeated by the loop`
			return err
		}
	}
	return nil
}

func sendAll(ctx context.Context, p post, houses []string) (int, error) {
	for i, h := range houses {
		if err := p.Deliver(ctx, h, "x"); err != nil {
			return i, err
		}
	}
	return len(houses), nil
}

// counted goes on with the rest.
func counted(ctx context.Context, p post, houses []string) error {
	var err error
	for range 3 {
		var n int
		if n, err = sendAll(ctx, p, houses); err == nil {
			return nil
		}
		houses = houses[n:]
		time.Sleep(time.Second)
	}
	return err
}

func chunk(ctx context.Context, p post, houses []string) error {
	for _, h := range houses {
		if err := p.Deliver(ctx, h, "x"); err != nil {
			return err
		}
	}
	return nil
}

// chunks are other houses each time.
func chunks(ctx context.Context, p post, next func() []string) error {
	var err error
	for range 3 {
		houses := next()
		if err = chunk(ctx, p, houses); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// each is repeated by itself.
func (v *village) each(ctx context.Context, letter string) error {
	for _, h := range v.houses {
		if err := persist(ctx, 4, func(ctx context.Context) error { return v.post.Deliver(ctx, h, letter) }); err != nil {
			return err
		}
	}
	return nil
}

// left goes on where it stopped.
func (v *village) left(ctx context.Context, letter string) error {
	left := v.houses
	return persist(ctx, 4, func(ctx context.Context) error {
		for len(left) > 0 {
			if err := v.post.Deliver(ctx, left[0], letter); err != nil {
				return err
			}
			left = left[1:]
		}
		return nil
	})
}

// noted knows who has got it.
func (v *village) noted(ctx context.Context, letter string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, h := range v.houses {
			if v.done[h] {
				continue
			}
			if err := v.post.Deliver(ctx, h, letter); err != nil {
				return err
			}
			v.done[h] = true
		}
		return nil
	})
}

// read changes nothing.
func (v *village) read(ctx context.Context) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, h := range v.houses {
			if err := v.post.Fetch(ctx, h); err != nil {
				return err
			}
		}
		return nil
	})
}

// keyed is told apart by its receiver.
func (v *village) keyed(ctx context.Context, letter string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, h := range v.houses {
			if err := v.post.SendOnce(ctx, h, letter); err != nil {
				return err
			}
		}
		return nil
	})
}

// bears goes on after a failure.
func (v *village) bears(ctx context.Context, letter string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		var errs []error
		for _, h := range v.houses {
			if err := v.post.Deliver(ctx, h, letter); err != nil {
				errs = append(errs, err)
			}
		}
		return errors.Join(errs...)
	})
}

var errConflict = errors.New("conflict")

type Tx struct{ *sql.Tx }

func run(ctx context.Context, db *sql.DB, fn func(tx *Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(&Tx{tx}); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func watch(ctx context.Context, db *sql.DB, fn func(tx *Tx) error) error {
	for n := 1; ; n++ {
		err := run(ctx, db, fn)
		if !errors.Is(err, errConflict) || n == 20 {
			return err
		}
		time.Sleep(time.Duration(n) * time.Millisecond)
	}
}

type blocks interface {
	Delete(ctx context.Context, id string) error
	Stat(ctx context.Context, id string) error
}

type files struct {
	db     *sql.DB
	blocks blocks
	post   post
}

func (f *files) drop(ctx context.Context, id string) error {
	return watch(ctx, f.db, func(tx *Tx) error {
		go f.forget(id) // want `a goroutine that calls blocks.Delete is started in each run of a transaction that watch runs again`
		_, err := tx.ExecContext(ctx, "DELETE FROM files WHERE id = $1", id)
		return err
	})
}

func (f *files) tell(ctx context.Context, id, who string) error {
	return watch(ctx, f.db, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM files WHERE id = $1", id); err != nil {
			return err
		}
		return f.post.Deliver(ctx, who, "gone") // want `post.Deliver happens in each run of a transaction that watch runs again`
	})
}

func (f *files) forget(id string) {
	_ = f.blocks.Delete(context.Background(), id)
}

func (f *files) look(id string) { _ = f.blocks.Stat(context.Background(), id) }

func (f *files) warm(ctx context.Context, id string) error {
	return watch(ctx, f.db, func(tx *Tx) error {
		go f.look(id)
		_, err := tx.ExecContext(ctx, "DELETE FROM files WHERE id = $1", id)
		return err
	})
}

func (f *files) waited(ctx context.Context, id string) error {
	return watch(ctx, f.db, func(tx *Tx) error {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			f.forget(id)
		}()
		_, err := tx.ExecContext(ctx, "DELETE FROM files WHERE id = $1", id)
		wg.Wait()
		return err
	})
}

func (f *files) after(ctx context.Context, id string) error {
	err := watch(ctx, f.db, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM files WHERE id = $1", id)
		return err
	})
	if err == nil {
		go f.forget(id)
	}
	return err
}
