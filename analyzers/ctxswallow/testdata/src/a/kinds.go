package a

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

var (
	ErrUnknown = errors.New("no such thing")
	ErrTimeout = errors.New("took too long")
)

func groupError(ctx context.Context, s Source, in <-chan int) error {
	g, gctx := errgroup.WithContext(ctx)
	for {
		select {
		case _, open := <-in:
			if !open {
				return g.Wait()
			}
			g.Go(func() error {
				_, err := s.Read(gctx)
				return err
			})
		case <-gctx.Done():
			return gctx.Err() // want `groupError returns gctx.Err\(\), which only says that the group was cancelled: .* return g.Wait\(\)`
		}
	}
}

func groupErrorRight(ctx context.Context, s Source, in <-chan int) error {
	g, gctx := errgroup.WithContext(ctx)
	for {
		select {
		case _, open := <-in:
			if !open {
				return g.Wait()
			}
			// A worker's own end is told by the group.
			g.Go(func() error {
				select {
				case <-gctx.Done():
					return gctx.Err()
				case <-time.After(time.Second):
				}
				_, err := s.Read(gctx)
				return err
			})
		case <-gctx.Done():
			return g.Wait()
		}
	}
}

func otherName(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, ErrUnknown), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return 0, ErrUnknown // want `otherName returns ErrUnknown when the call was cancelled or timed out`
	}
	return 0, err
}

func otherNameIf(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, ErrUnknown) || errors.Is(err, context.Canceled) {
		return 0, ErrUnknown // want `otherNameIf returns ErrUnknown`
	}
	return n, err
}

// A name for running out of time is the same thing in other words.
func ownName(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if errors.Is(err, ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return 0, ErrTimeout
	}
	return n, err
}

type queue interface {
	Ack(n int) error
	Requeue(n int) error
}

func likeSuccess(ctx context.Context, s Source, q queue) error {
	n, err := s.Read(ctx)
	switch {
	case err == nil:
		return q.Ack(n)
	case errors.Is(err, context.Canceled): // want `q.Ack\(n\) is also reached when the call was cancelled`
		return q.Ack(n)
	default:
		return q.Requeue(n)
	}
}

func likeFailure(ctx context.Context, s Source, q queue) error {
	n, err := s.Read(ctx)
	switch {
	case err == nil:
		return q.Ack(n)
	case errors.Is(err, context.Canceled):
		return q.Requeue(n)
	default:
		return q.Requeue(n)
	}
}

func rest(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}

func shadow(ctx context.Context, s Source) error {
	var err error
	for i := 0; i < 10; i++ {
		if _, err = s.Read(ctx); err != nil {
			break
		}
		if err := rest(ctx); err != nil {
			break
		}
	}
	return err // want `shadow returns its outer err, which does not hold the err that ended the loop at kinds.go:\d+`
}

func shadowRight(ctx context.Context, s Source) error {
	var err error
	for i := 0; i < 10; i++ {
		if _, err = s.Read(ctx); err != nil {
			break
		}
		if err = rest(ctx); err != nil {
			break
		}
	}
	return err
}

func merge(ctx context.Context, all []Source) (int, error) {
	total, errs := readAll(ctx, all)
	var failed []error
	for _, err := range errs {
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled):
			continue
		default:
			failed = append(failed, err)
		}
	}
	if len(failed) > 0 {
		return 0, errors.Join(failed...)
	}
	return total, nil // want `merge passes over cancelled results \(at kinds.go:\d+\) and returns a nil error`
}

func mergeRight(ctx context.Context, all []Source) (int, error) {
	total, errs := readAll(ctx, all)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for _, err := range errs {
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}

// It cancels the rest itself.
func mergeFirst(ctx context.Context, all []Source) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	total, errs := readAll(ctx, all)
	for _, err := range errs {
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}

func readAll(ctx context.Context, all []Source) (int, []error) {
	ns, errs := make([]int, len(all)), make([]error, len(all))
	var wg sync.WaitGroup
	for i, s := range all {
		wg.Go(func() { ns[i], errs[i] = s.Read(ctx) })
	}
	wg.Wait()
	total := 0
	for _, n := range ns {
		total += n
	}
	return total, errs
}

func produce(ctx context.Context, s Source) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for {
			n, err := s.Read(ctx)
			if err != nil {
				return
			}
			select {
			case out <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func closed(ctx context.Context, s Source) (int, error) {
	total := 0
	for n := range produce(ctx, s) {
		total += n
	}
	return total, nil // want `closed returns a nil error although produce also closes its channel when ctx ends`
}

func closedRight(ctx context.Context, s Source) (int, error) {
	total := 0
	for n := range produce(ctx, s) {
		total += n
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return total, nil
}

func feed(ctx context.Context, s Source, out chan<- int) {
	defer close(out)
	for {
		if ctx.Err() != nil {
			return
		}
		n, err := s.Read(ctx)
		if err != nil {
			return
		}
		out <- n
	}
}

func feeder(ctx context.Context, s Source) <-chan int {
	out := make(chan int)
	go feed(ctx, s, out)
	return out
}

func closedVar(ctx context.Context, s Source) ([]int, error) {
	ch := feeder(ctx, s)
	var all []int
	for n := range ch {
		all = append(all, n)
	}
	return all, nil // want `closedVar returns a nil error although feeder also closes its channel when ctx ends`
}

type item struct {
	n   int
	err error
}

func itemFeeder(ctx context.Context, s Source) <-chan item {
	out := make(chan item)
	go func() {
		defer close(out)
		n, err := s.Read(ctx)
		select {
		case out <- item{n, err}:
		case <-ctx.Done():
			return
		}
	}()
	return out
}

// The items can tell of errors.
func items(ctx context.Context, s Source) (int, error) {
	total := 0
	for it := range itemFeeder(ctx, s) {
		if it.err != nil {
			return 0, it.err
		}
		total += it.n
	}
	return total, nil
}

func mergeItems(ctx context.Context, all []item) (int, error) {
	total := 0
	for _, it := range all {
		if errors.Is(it.err, context.Canceled) {
			continue
		}
		if it.err != nil {
			return 0, it.err
		}
		total += it.n
	}
	return total, nil // want `mergeItems passes over cancelled results`
}

func shadowInBody(ctx context.Context, s Source) ([]int, error) {
	var all []int
	var err error
	for len(all) < 10 {
		n, err := s.Read(ctx)
		if err != nil {
			break
		}
		all = append(all, n)
	}
	return all, err // want `shadowInBody returns its outer err, which does not hold the err that ended the loop`
}
