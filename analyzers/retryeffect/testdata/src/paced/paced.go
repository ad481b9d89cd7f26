// Package paced has retries that a ticker paces, that stand behind an interface,
// in a group whose callers share a result, and in a condition that is polled.
package paced

import (
	"context"
	"database/sql"
	"time"

	"golang.org/x/sync/singleflight"
	"k8s.io/apimachinery/pkg/util/wait"
)

const insert = "INSERT INTO orders (customer) VALUES (1)"

// A ticker is the wait between attempts; success ends them.
func counted(ctx context.Context, db *sql.DB) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	var err error
	for n := 0; n < 3; n++ {
		if _, err = db.ExecContext(ctx, insert); err == nil { // want `INSERT.* is repeated by the loop \(3 attempts\) after failures that do not tell`
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
	return err
}

func untilDone(ctx context.Context, db *sql.DB) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if _, err := db.ExecContext(ctx, insert); err == nil { // want `INSERT.* is repeated by the loop after failures that do not tell`
				return nil
			}
		}
	}
}

// A schedule: success goes on too.
func schedule(ctx context.Context, db *sql.DB, logf func(string, ...any)) error {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if _, err := db.ExecContext(ctx, insert); err != nil {
				logf("insert: %v", err)
			}
		}
	}
}

// What ends it is a state that a read tells.
func awaits(ctx context.Context, db *sql.DB) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C {
		var n int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
	}
	return nil
}

type runner interface {
	Run(ctx context.Context, fn func() error) error
}

type repeater struct{ n int }

func (r *repeater) Run(ctx context.Context, fn func() error) (err error) {
	for i := 0; i < r.n; i++ {
		if err = fn(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type once struct{}

func (once) Run(ctx context.Context, fn func() error) error { return fn() }

type service struct {
	run runner
	one runner
	any runner
	db  *sql.DB
}

func newService(db *sql.DB, given runner) *service {
	return &service{run: &repeater{3}, one: once{}, any: given, db: db}
}

func (s *service) order(ctx context.Context) error {
	return s.run.Run(ctx, func() error {
		_, err := s.db.ExecContext(ctx, insert) // want `INSERT.* is repeated by \(\*repeater\)\.Run \(3 attempts\) after failures that do not tell`
		return err
	})
}

func (s *service) orderOnce(ctx context.Context) error {
	return s.one.Run(ctx, func() error {
		_, err := s.db.ExecContext(ctx, insert)
		return err
	})
}

func (s *service) orderGiven(ctx context.Context) error {
	return s.any.Run(ctx, func() error {
		_, err := s.db.ExecContext(ctx, insert)
		return err
	})
}

var group singleflight.Group

func shared(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 3; i++ {
		_, err, _ = group.Do("order", func() (any, error) {
			return db.ExecContext(ctx, insert) // want `INSERT.* is repeated by the loop \(3 attempts\) after failures that do not tell`
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func sharedRead(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 3; i++ {
		_, err, _ = group.Do("orders", func() (any, error) { return db.QueryContext(ctx, "SELECT id FROM orders") })
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A literal that is called where it stands has the failure of what it does.
func inPlace(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := func() error {
			c, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			_, err := db.ExecContext(c, insert) // want `INSERT.* is repeated by wait.PollUntilContextTimeout after failures that do not tell`
			return err
		}()
		if err != nil {
			return false, nil
		}
		return true, nil
	})
}

// The literal keeps the failure to itself: only the read is repeated.
func keptInPlace(ctx context.Context, db *sql.DB, logf func(error)) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := db.PingContext(ctx); err != nil {
			return false, nil
		}
		err := func() error {
			if _, err := db.ExecContext(ctx, insert); err != nil {
				logf(err)
			}
			return nil
		}()
		if err != nil {
			return false, nil
		}
		return true, nil
	})
}
