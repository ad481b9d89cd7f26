package a

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/sethvargo/go-retry"
)

// Functions that say whether there is any point in another attempt.

func hopeless(ctx context.Context, err error) bool {
	if err == nil {
		return false
	}
	if ctx.Err() != nil {
		return true
	}
	return !errors.Is(err, context.DeadlineExceeded)
}

func worthIt(ctx context.Context, err error) bool {
	return ctx.Err() == nil && err != nil
}

func slowOrWorse(ctx context.Context, err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return ctx.Err() != nil
}

func policy() retry.Backoff { return retry.WithMaxRetries(3, retry.NewConstant(time.Second)) }

func (s *store) unmarked(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		switch {
		case err == nil:
			return nil
		case hopeless(tryCtx, err): // want `tryCtx is the context of this attempt alone: its end, the attempt's own timeout, is made a permanent failure`
			return err
		}
		return retry.RetryableError(err)
	})
}

func (s *store) unmarkedAtOnce(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if tryCtx.Err() != nil { // want `tryCtx is the context of this attempt alone`
			return err
		}
		return retry.RetryableError(err)
	})
}

func (s *store) markedIf(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if worthIt(tryCtx, err) { // want `tryCtx is the context of this attempt alone`
			return retry.RetryableError(err)
		}
		return err
	})
}

func (s *store) permanentIf(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if err != nil && !worthIt(tryCtx, err) {
			return 0, err // goes on: nothing is made permanent
		}
		if err != nil && hopeless(tryCtx, err) { // want `tryCtx is the context of this attempt alone`
			return 0, backoff.Permanent(err)
		}
		return 1, err
	}, backoff.WithMaxTries(4))
}

// The caller's context says whether to go on.
func (s *store) callersTold(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if hopeless(ctx, err) {
			return err
		}
		return retry.RetryableError(err)
	})
}

// A timeout is told apart before the context is asked.
func (s *store) slowFirst(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if slowOrWorse(tryCtx, err) {
			return err
		}
		return retry.RetryableError(err)
	})
}

// A timeout is what is repeated.
func (s *store) slowAgain(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.read(tryCtx)
		if hopeless(tryCtx, err) {
			return retry.RetryableError(err)
		}
		return err
	})
}

// What it calls marks the failures.
func (s *store) markedBelow(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		err := s.readMarked(tryCtx)
		if hopeless(tryCtx, err) {
			return err
		}
		return retry.RetryableError(err)
	})
}

func (s *store) readMarked(ctx context.Context) error {
	if err := s.read(ctx); err != nil {
		return retry.RetryableError(err)
	}
	return nil
}
