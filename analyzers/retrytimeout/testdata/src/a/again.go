package a

import (
	"context"
	"database/sql"
	"time"
)

type vault struct {
	db    *sql.DB
	limit time.Duration
	tries int
}

// Each call derives its context from that of the one before.
func (s *vault) recurse(ctx context.Context, left int) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want `the call of \(\*vault\).recurse for the next attempt, at again.go:\d+, hands this context on, with its limit of 5s`
	defer cancel()
	err := s.db.PingContext(ctx)
	if err != nil && left > 0 {
		return s.recurse(ctx, left-1)
	}
	return err
}

// The caller's is handed on.
func (s *vault) recurseRight(ctx context.Context, left int) error {
	tryCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	err := s.db.PingContext(tryCtx)
	cancel()
	if err != nil && left > 0 {
		return s.recurseRight(ctx, left-1)
	}
	return err
}

func (s *vault) jump(ctx context.Context) error {
	n := 0
again:
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want `the goto at again.go:\d+ hands this context on`
	err := s.db.PingContext(ctx)
	cancel()
	if err != nil && n < 3 {
		n++
		goto again
	}
	return err
}

func (s *vault) jumpRight(ctx context.Context) error {
	n := 0
again:
	tryCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	err := s.db.PingContext(tryCtx)
	cancel()
	if err != nil && n < 3 {
		n++
		goto again
	}
	return err
}

// One field is the limit of an attempt, in a method, and of all of them.
func (s *vault) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *vault) often(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	for range s.tries {
		if err = s.once(ctx); err == nil { // want `s.limit limits one attempt, at again.go:\d+, and all of them together, at again.go:\d+`
			return nil
		}
	}
	return err
}

// Another store's field is another limit.
func (s *vault) oftenOther(ctx context.Context, o *vault) (err error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	for range s.tries {
		if err = o.once(ctx); err == nil {
			return nil
		}
	}
	return err
}

// A variable that was given its default is one limit still.
func (s *vault) byDefault(ctx context.Context, limit time.Duration) (err error) {
	if limit == 0 {
		limit = s.limit
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for range s.tries {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = s.db.PingContext(tryCtx) // want `limit limits one attempt`
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// One that is made shorter in between is another.
func (s *vault) divided(ctx context.Context, limit time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	limit /= time.Duration(s.tries)
	for range s.tries {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = s.db.PingContext(tryCtx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}
