package batch

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errBusy is returned by a feed that has taken nothing.
var errBusy = errors.New("feed is busy")

// ErrLate is returned by a Feed that asks to come again.
var ErrLate = errors.New("feed is late")

// A Feed is one of several targets.
type Feed interface {
	Name() string
	Publish(ctx context.Context, what string) error
	Open(ctx context.Context) error
}

type relay struct {
	feeds []Feed
	done  map[string]bool
	each  time.Duration
}

func (r *relay) publish(ctx context.Context, f Feed, what string) error {
	ctx, cancel := context.WithTimeout(ctx, r.each)
	defer cancel()
	if err := f.Publish(ctx, what); err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return nil
}

// What one feed refuses is sent once more to those before it.
func (r *relay) all(ctx context.Context, what string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, f := range r.feeds {
			if err := r.publish(ctx, f, what); err != nil { // want `Feed.Publish is repeated by persist \(4 attempts\) for all items`
				return err
			}
		}
		return nil
	})
}

func (r *relay) direct(ctx context.Context, what string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, f := range r.feeds {
			if err := f.Publish(ctx, what); err != nil { // want `Feed.Publish is repeated by persist \(4 attempts\) for all items`
				return err
			}
		}
		return nil
	})
}

// Only what it is told by name is repeated: the feed says so.
func (r *relay) late(ctx context.Context, what string) error {
	for n := 1; ; n++ {
		err := r.each1(ctx, what)
		if !errors.Is(err, ErrLate) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (r *relay) each1(ctx context.Context, what string) error {
	for _, f := range r.feeds {
		if err := f.Publish(ctx, what); err != nil { // want `Feed.Publish is repeated by the loop .*for all items`
			return err
		}
	}
	return nil
}

// The error is that of a step before, and no feed has it.
func (r *relay) ready(ctx context.Context) error {
	for _, f := range r.feeds {
		if f.Open(ctx) != nil {
			return errBusy
		}
	}
	return nil
}

func (r *relay) first(ctx context.Context, what string) error {
	for n := 1; ; n++ {
		err := r.readyThen(ctx, what)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (r *relay) readyThen(ctx context.Context, what string) error {
	if err := r.ready(ctx); err != nil {
		return err
	}
	for _, f := range r.feeds {
		if err := f.Publish(ctx, what); err != nil {
			return err
		}
	}
	return nil
}

// What is done is left out.
func (r *relay) rest(ctx context.Context, what string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, f := range r.feeds {
			if r.done[f.Name()] {
				continue
			}
			if err := r.publish(ctx, f, what); err != nil {
				return err
			}
			r.done[f.Name()] = true
		}
		return nil
	})
}

// The helper looks first.
func (r *relay) missing(ctx context.Context, f Feed, what string) error {
	if r.done[f.Name()] {
		return nil
	}
	return f.Publish(ctx, what)
}

func (r *relay) allMissing(ctx context.Context, what string) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, f := range r.feeds {
			if err := r.missing(ctx, f, what); err != nil {
				return err
			}
		}
		return nil
	})
}

// Opening what is open does nothing.
func (r *relay) opens(ctx context.Context) error {
	return persist(ctx, 4, func(ctx context.Context) error {
		for _, f := range r.feeds {
			if err := f.Open(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
