package a

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var (
	ErrNotFound = errors.New("not found")
	ErrGaveUp   = errors.New("gave up")
)

func byFromError(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if st, ok := status.FromError(err); ok && st.Code() == codes.Canceled {
		return 0, nil // want `byFromError returns a nil error when the call was cancelled`
	}
	return n, err
}

func byFromErrorOther(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if st, ok := status.FromError(err); ok && st.Code() == codes.NotFound {
		return 0, nil
	}
	return n, err
}

func byFromErrorAndMore(ctx context.Context, s Source, quit bool) (int, error) {
	n, err := s.Read(ctx)
	if st, ok := status.FromError(err); ok && quit && st.Code() == codes.Canceled {
		return 0, nil
	}
	return n, err
}

func anError(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if err != nil && errors.Is(err, context.Canceled) {
		return 0, nil // want `anError returns a nil error when the call was cancelled`
	}
	return n, err
}

func repository(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, context.Canceled) {
		return 0, ErrNotFound // want `repository returns ErrNotFound when the call was cancelled or timed out`
	}
	return n, err
}

func repositoryAlone(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		return 0, ErrNotFound // want `repositoryAlone returns ErrNotFound`
	}
	return n, err
}

func repositoryRight(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNotFound
	}
	return n, err
}

// Its own name for the end.
func ownNameForEnd(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		return 0, ErrGaveUp
	}
	return n, err
}

// What has not come within its own time is not there.
func lookup(ctx context.Context, s Source) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	n, err := s.Read(ctx)
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, context.DeadlineExceeded) {
		return 0, ErrNotFound
	}
	return n, err
}

// It only gives errors other names.
func renamed(err error) (int, error) {
	switch {
	case errors.Is(err, sql.ErrNoRows), errors.Is(err, context.Canceled):
		return 0, ErrNotFound
	}
	return 0, err
}

func groupLost(ctx context.Context, s Source) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { _, err := s.Read(gctx); return err })
	if err := g.Wait(); err != nil {
		return gctx.Err() // want `groupLost returns gctx.Err\(\) after g.Wait\(\) \(at translated.go:\d+\), which only says that the group was cancelled: the error that ended it is lost; return the error of Wait`
	}
	return nil
}

func groupAlways(ctx context.Context, s Source) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { _, err := s.Read(gctx); return err })
	_ = g.Wait()
	return gctx.Err() // want `groupAlways returns gctx.Err\(\) after g.Wait\(\) \(at translated.go:\d+\), which is context.Canceled by then, also when all went well`
}

func groupAsksCaller(ctx context.Context, s Source) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { _, err := s.Read(gctx); return err })
	if err := g.Wait(); err != nil {
		return ctx.Err()
	}
	return nil
}

func groupCause(ctx context.Context, s Source) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { _, err := s.Read(gctx); return err })
	if err := g.Wait(); err != nil {
		return errors.Join(err, gctx.Err())
	}
	return nil
}

func fromGoroutine(ctx context.Context, s Source) (int, error) {
	var n int
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err = s.Read(ctx)
	}()
	select {
	case <-done:
	case <-ctx.Done(): // want `fromGoroutine returns err \(at translated.go:\d+\) also when ctx is over first`
	}
	return n, err
}

func fromGoroutineRight(ctx context.Context, s Source) (int, error) {
	var n int
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err = s.Read(ctx)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		<-done
	}
	return n, err
}

// Until it is known better.
func fromGoroutineUntil(ctx context.Context, s Source) (int, error) {
	var n int
	err := errors.New("not yet")
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err = s.Read(ctx)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return n, err
}
