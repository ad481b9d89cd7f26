// Package helpers has helpers that run closures again, and their callers.
package helpers

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"helpers/again"
)

type store struct {
	db    *sql.DB
	tries int
	busy  func(error) bool
}

func newStore(db *sql.DB) *store {
	return &store{db: db, tries: 5, busy: func(error) bool { return true }}
}

func work(ctx context.Context) error

// closure: param=1 sync repeats n=5 tx ctx class=any
//
// retry: loop leaves repeats=fn n=5 op=s.once
func (s *store) inTx(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	for n := 1; ; n++ {
		err := s.once(ctx, fn)
		if err == nil || n >= s.tries || ctx.Err() != nil || !s.busy(err) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// closure: param=1 sync !repeats tx ctx
func (s *store) once(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// retry: helper leaves closure n=5 tx sum=40ms
func insert(ctx context.Context, s *store) error {
	return s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (1)")
		return err
	})
}

// closure: param=1 sync repeats nparam=1+1 class=any
//
// retry: loop leaves repeats=op bounded=yes n=4
func withRetry(retries int, op func() error) (err error) {
	for i := 0; i <= retries; i++ {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

// retry: helper leaves closure n=4 sum=6s
func three(ctx context.Context) error {
	return withRetry(3, func() error { return work(ctx) })
}

// retry: helper leaves closure n=3 per=2s worst=9s
func limited(ctx context.Context) error {
	return withRetry(2, func() error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return work(ctx)
	})
}

// retry: helper leaves n=3 total=2s
func outerLimit(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return withRetry(2, func() error { return work(ctx) })
}

// retry: helper leaves closure n=4
func acrossPackages(ctx context.Context) error {
	return again.Do(ctx, 4, func(ctx context.Context) error { return work(ctx) })
}

// retry: helper leaves n=2 bounded=yes
func acrossTwice(ctx context.Context) error {
	return again.Twice(ctx, work)
}

// retry: helper leaves n=unbounded
func acrossForever(ctx context.Context) {
	again.Forever(func() error { return work(ctx) })
}

// retry: none
func handedOver(ctx context.Context) {
	again.Later(func() error { return work(ctx) })
}

// closure: param=0 sync repeats
//
// retry: helper leaves repeats=fn
func nested(fn func() error) error {
	return withRetry(2, func() error {
		if err := fn(); err != nil {
			return errors.Join(errors.New("failed"), err)
		}
		return nil
	})
}

// retry: helper leaves closure n=3
func throughNested(ctx context.Context) error {
	return nested(func() error { return work(ctx) })
}

// closure: param=0 go !sync !repeats
func background(fn func()) { go fn() }

// closure: param=0 sync !repeats
func measured(fn func() error) error {
	start := time.Now()
	err := fn()
	log.Print(time.Since(start))
	return err
}

// closure: param=1 sync !repeats
func each(list []int, fn func(int) error) {
	for _, n := range list {
		if err := fn(n); err != nil {
			log.Print(err)
		}
	}
}

// retry: none
func visits(list []int) {
	each(list, func(n int) error { return work(context.Background()) })
}

// closure: param=0 sync repeats n=-1 nodelay=yes
//
// retry: recursion leaves repeats=fn
func recursive(fn func() error) error {
	if err := fn(); err != nil {
		return recursive(fn)
	}
	return nil
}

// A helper's own contract: done tells whether it is over.
//
// closure: param=0 sync repeats
//
// retry: loop either repeats=fn
func contract(fn func() (done bool, err error)) error {
	for {
		done, err := fn()
		if done {
			return err
		}
		if err != nil {
			log.Print(err)
		}
		time.Sleep(time.Second)
	}
}

// retry: helper leaves n=5
func byPolicy(ctx context.Context) error {
	return again.By(again.Policy{Max: 5}, func() error { return work(ctx) })
}

// retry: helper leaves n=7
func byMaker(ctx context.Context) error {
	return again.ByOwn(again.Times(7), func() error { return work(ctx) })
}

// retry: helper leaves n=p+0 bounded=yes
func byParameter(ctx context.Context, p again.Policy) error {
	return again.By(p, func() error { return work(ctx) })
}

// retry: helper leaves n=3
func byRunner(ctx context.Context) error {
	r := &again.Runner{Tries: 3}
	return r.Run(func() error { return work(ctx) })
}

type policy struct{ most int }

// retry: loop leaves repeats=fn
func with(p policy, fn func() error) (err error) {
	for i := range p.most {
		if err = fn(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

// retry: helper leaves n=4
func withHere(ctx context.Context) error {
	return with(policy{most: 4}, func() error { return work(ctx) })
}
