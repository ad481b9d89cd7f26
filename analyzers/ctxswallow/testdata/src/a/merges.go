package a

import (
	"context"
	"errors"
	"slices"
)

func gathered(ctx context.Context, all []Source) error {
	_, errs := readAll(ctx, all)
	var kept []error
	for _, err := range errs {
		if errors.Is(err, context.Canceled) {
			continue
		}
		kept = append(kept, err)
	}
	return errors.Join(kept...) // want `gathered leaves context errors out \(at merges.go:\d+\)`
}

func gatheredLooks(ctx context.Context, all []Source) error {
	_, errs := readAll(ctx, all)
	if err := ctx.Err(); err != nil {
		return err
	}
	var kept []error
	for _, err := range errs {
		if errors.Is(err, context.Canceled) {
			continue
		}
		kept = append(kept, err)
	}
	return errors.Join(kept...)
}

func deleted(ctx context.Context, all []Source) error {
	_, errs := readAll(ctx, all)
	errs = slices.DeleteFunc(errs, cutShort)
	return errors.Join(errs...) // want `DeleteFunc removes context errors \(by cutShort\)`
}

func deletedNil(ctx context.Context, all []Source) error {
	_, errs := readAll(ctx, all)
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	return errors.Join(errs...)
}

func deferred(ctx context.Context, s Source) (n int, err error) {
	defer func() {
		if errors.Is(err, context.Canceled) {
			err = nil // want `deferred clears its error here also when a call was cancelled`
		}
	}()
	return s.Read(ctx)
}

// A loop that has stopped as it was told.
func deferredRun(ctx context.Context, s Source) (err error) {
	defer func() {
		if errors.Is(err, context.Canceled) {
			err = nil
		}
	}()
	for {
		if _, err := s.Read(ctx); err != nil {
			return err
		}
	}
}

func setNil(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return n, err // want `setNil returns a nil error when the call was cancelled`
}

func setOther(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		err = ErrTimeout
	}
	return n, err
}
