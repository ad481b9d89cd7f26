package a

import (
	"context"
	"errors"
	"log"
	"time"
)

type job struct {
	done chan struct{}
	res  int
	err  error
}

func (j *job) wait(ctx context.Context) error {
	select {
	case <-j.done:
	case <-ctx.Done(): // want `\(\*job\).wait returns j.err \(at anothers.go:\d+\) also when ctx is over first`
	}
	return j.err
}

func result(ctx context.Context, j *job) (int, error) {
	select {
	case <-ctx.Done(): // want `result returns j.err`
	case <-j.done:
	}
	return j.res, j.err
}

func received(ctx context.Context, errs <-chan error) (n int, err error) {
	select {
	case err = <-errs:
	case <-ctx.Done(): // want `received returns err`
	}
	return 1, err
}

func (j *job) waitRight(ctx context.Context) error {
	select {
	case <-j.done:
		return j.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// It sets the error itself.
func (j *job) stop(ctx context.Context) error {
	select {
	case <-j.done:
	case <-ctx.Done():
		j.err = ctx.Err()
	}
	return j.err
}

// Served until told to stop.
func serveUntil(ctx context.Context, errs <-chan error) (err error) {
	select {
	case err = <-errs:
	case <-ctx.Done():
	}
	return err
}

// The error of what was before.
func after(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return n, err
}

type pool struct {
	in chan int
	s  Source
}

func (p *pool) work(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case n := <-p.in:
			err := p.race(ctx, n)
			if errors.Is(err, context.Canceled) { // want `\(\*pool\).work takes a cancelled \(\*pool\).race`
				return nil
			}
			if err != nil {
				log.Print(err)
			}
		}
	}
}

func (p *pool) race(ctx context.Context, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := p.s.Read(ctx)
			cancel()
			errs <- err
		}()
	}
	return errors.Join(<-errs, <-errs)
}

func (p *pool) limited(ctx context.Context) {
	for n := range p.in {
		err := p.one(ctx, n)
		if errors.Is(err, context.DeadlineExceeded) { // want `takes a timed-out \(\*pool\).one`
			return
		}
	}
}

func (p *pool) one(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := p.s.Read(ctx)
	return err
}

func (p *pool) inline(ctx context.Context) error {
	for range p.in {
		rctx, cancel := context.WithTimeout(ctx, time.Second)
		_, err := p.s.Read(rctx)
		cancel()
		if cutShort(err) || errors.Is(err, context.DeadlineExceeded) { // want `takes a timed-out`
			return nil
		}
	}
	return nil
}

func (p *pool) asksItsOwn(ctx context.Context) error {
	for n := range p.in {
		err := p.race(ctx, n)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, context.Canceled) {
			return nil
		}
	}
	return nil
}

// What is cancelled can only be its own: one only limits.
func (p *pool) ownOnly(ctx context.Context) error {
	for n := range p.in {
		if err := p.one(ctx, n); errors.Is(err, context.Canceled) {
			return nil
		}
	}
	return nil
}

func (p *pool) goesOn(ctx context.Context) error {
	for n := range p.in {
		if err := p.race(ctx, n); errors.Is(err, context.Canceled) {
			continue
		}
	}
	return nil
}

func (p *pool) returnsIt(ctx context.Context) error {
	for n := range p.in {
		if err := p.one(ctx, n); errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return nil
}
