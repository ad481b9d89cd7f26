package a

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dep"

	"github.com/cenkalti/backoff/v5"
)

const limit = 3 * time.Second

type store struct {
	db  *sql.DB
	dep *dep.Client
	set dep.Settings
}

func (s *store) read(ctx context.Context) error { return s.db.PingContext(ctx) }

// Each turn derives from the one before.
func (s *store) stacked(ctx context.Context) error {
	var err error
	var cancel context.CancelFunc
	for range 5 {
		ctx, cancel = context.WithTimeout(ctx, limit) // want `each turn of the loop at attempt.go:\d+ derives ctx from the one of the turn before`
		err = s.read(ctx)
		cancel()
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) notStacked(ctx context.Context) error {
	var err error
	for range 5 {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = s.read(tryCtx)
		cancel()
		if err == nil || ctx.Err() != nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// The base is another variable.
func (s *store) fromBase(base context.Context) error {
	var err error
	var ctx context.Context
	var cancel context.CancelFunc
	for range 5 {
		ctx, cancel = context.WithTimeout(base, limit)
		err = s.read(ctx)
		cancel()
		if err == nil || base.Err() != nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// The attempt's own context is tested where the caller's is meant.
func (s *store) ownInLoop(ctx context.Context) error {
	var err error
	for range 4 {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = s.read(tryCtx)
		if err == nil {
			cancel()
			return nil
		}
		if tryCtx.Err() != nil { // want `tryCtx is the context of this attempt alone`
			cancel()
			return tryCtx.Err()
		}
		cancel()
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) ownInClosure(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		switch {
		case err == nil:
			return 1, nil
		case tryCtx.Err() != nil: // want `tryCtx is the context of this attempt alone: its end, the attempt's own timeout, is made a permanent failure`
			return 0, backoff.Permanent(tryCtx.Err())
		}
		return 0, err
	}, backoff.WithMaxTries(4))
}

func (s *store) ownInHelper(ctx context.Context) error {
	return dep.Run(ctx, 4, func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if err != nil && tryCtx.Err() != nil { // want `tryCtx is the context of this attempt alone`
			return dep.Final(err)
		}
		return err
	})
}

func (s *store) callersInClosure(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		switch {
		case err == nil:
			return 1, nil
		case ctx.Err() != nil:
			return 0, backoff.Permanent(ctx.Err())
		}
		return 0, err
	}, backoff.WithMaxTries(4))
}

// A timeout of the attempt's own that is only told, not made permanent.
func (s *store) ownTold(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if tryCtx.Err() != nil {
			return 0, fmt.Errorf("too slow: %w", err)
		}
		return 1, err
	}, backoff.WithMaxTries(4))
}

// What repeats goes on under ctx, while all attempts share readCtx.
func (s *store) otherInHelper(ctx context.Context) error {
	readCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return dep.Run(ctx, 4, func(context.Context) error {
		return s.read(readCtx) // want `all attempts share readCtx, whose limit was set once, at attempt.go:\d+, while Run goes on under ctx: after 3s every further attempt fails at once`
	})
}

func (s *store) otherInDriver(ctx context.Context) (int, error) {
	readCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return backoff.Retry(ctx, func() (int, error) {
		err := s.read(readCtx) // want `all attempts share readCtx`
		return 1, err
	}, backoff.WithMaxTries(4))
}

func (s *store) otherInLoop(ctx context.Context) error {
	readCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var err error
	for range 4 {
		if err = s.read(readCtx); err == nil { // want `all attempts share readCtx`
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func (s *store) sameCtx(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return dep.Run(ctx, 4, func(context.Context) error {
		return s.read(ctx)
	})
}

func (s *store) perAttempt(ctx context.Context) error {
	return dep.Run(ctx, 4, func(ctx context.Context) error {
		readCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return s.read(readCtx)
	})
}

// The deadline that all share is over, and just that is repeated.
func (s *store) sharedRetried(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		err := s.read(ctx) // want `all attempts of the loop share the deadline set at attempt.go:\d+`
		if err == nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// What stands behind the interface may have a limit of its own for each attempt.
type source interface {
	Pull(ctx context.Context, key string) error
}

type puller struct {
	src source
	fn  func(ctx context.Context) error
}

func (p *puller) sharedBehind(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		err := p.src.Pull(ctx, "k")
		if err == nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *puller) sharedBehindHelper(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		err := p.once(ctx)
		if err == nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *puller) once(ctx context.Context) error { return p.fn(ctx) }

// The caller gives all attempts of the client what one may take.
func (s *store) givenSame(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.set.Timeout)
	defer cancel()
	return s.dep.Find(ctx, "a") // want `\(\*Client\).Find → the loop tries up to 3 times with up to dep.Settings.Timeout each, and the deadline set at attempt.go:\d+ gives all of them together the same`
}

func (s *store) givenWhole(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.set.Whole)
	defer cancel()
	return s.dep.Find(ctx, "a")
}

func (s *store) givenSum(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*s.set.Timeout+time.Second)
	defer cancel()
	return s.dep.Find(ctx, "a")
}
