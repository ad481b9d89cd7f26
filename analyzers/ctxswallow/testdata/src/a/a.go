// Package a has cancellation turned into success, and the right code beside.
package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type Source interface {
	Read(ctx context.Context) (int, error)
}

func inLoop(ctx context.Context, items []int) (int, error) {
	total := 0
	for _, n := range items {
		select {
		case <-ctx.Done():
			return total, nil // want `inLoop returns a nil error when ctx is over \(seen at a.go:\d+\), so its caller takes what was done so far for the whole; return ctx.Err\(\)`
		default:
		}
		total += n
	}
	return total, nil
}

func inLoopRight(ctx context.Context, items []int) (int, error) {
	total := 0
	for _, n := range items {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		total += n
	}
	return total, nil
}

func errTested(ctx context.Context, s Source) (int, error) {
	total := 0
	for {
		if ctx.Err() != nil {
			return total, nil // want `errTested returns a nil error when ctx is over`
		}
		n, err := s.Read(ctx)
		if err != nil {
			return 0, err
		}
		total += n
	}
}

func canceled(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		return 0, nil // want `canceled returns a nil error when the call was cancelled`
	}
	return n, err
}

func deadline(ctx context.Context, s Source) (bool, error) {
	if _, err := s.Read(ctx); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return true, nil // want `deadline returns a nil error`
		}
		return false, err
	}
	return true, nil
}

func loopCond(ctx context.Context, s Source) (int, error) {
	total := 0
	for ctx.Err() == nil {
		n, err := s.Read(ctx)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil // want `loopCond returns a nil error when ctx is over`
}

// What was got within a time of its own is the contract.
func within(ctx context.Context, s Source) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	total := 0
	for {
		n, err := s.Read(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return total, nil
		}
		if err != nil {
			return 0, err
		}
		total += n
	}
}

// nil says that it has stopped as it was told.
func run(ctx context.Context, s Source) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		if _, err := s.Read(ctx); err != nil {
			return err
		}
	}
}

// The client is gone: there is nobody to tell.
func proxy(w http.ResponseWriter, r *http.Request, s Source) (bool, error) {
	_, err := s.Read(r.Context())
	if errors.Is(err, context.Canceled) {
		return true, nil
	}
	return false, err
}

// The error is kept beside the result.
func wrapped(ctx context.Context) (int, error) {
	select {
	case <-ctx.Done():
		return 0, errors.Join(errors.New("stopped"), ctx.Err())
	case <-time.After(time.Second):
		return 1, nil
	}
}

// The nil error is about the verdict on an error that it is handed.
func again(status int, err error) (bool, error) {
	if errors.Is(err, context.DeadlineExceeded) {
		return true, nil
	}
	return status >= 500, nil
}

type process struct{ done chan error }

func (p *process) Wait() error { return <-p.done }

// What is handed out says later how it ended.
func start(ctx context.Context, run func(context.Context, chan struct{}) error) (*process, error) {
	p := &process{done: make(chan error, 1)}
	started := make(chan struct{})
	go func() { p.done <- run(ctx, started) }()
	select {
	case <-ctx.Done():
	case <-started:
	}
	return p, nil
}
