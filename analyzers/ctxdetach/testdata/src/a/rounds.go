package a

import (
	"context"
	"time"
)

type rounder struct {
	s    Store
	halt context.CancelFunc
}

func (r *rounder) run(ctx context.Context) error {
	if err := r.s.Save(ctx, "begun", "yes"); err != nil {
		return err
	}
	own, cancel := context.WithCancel(context.Background()) // want `\(\*rounder\).run goes round until own is over, which begins here, so the end of ctx does not end it`
	defer cancel()
	r.halt = cancel
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-own.Done():
			return nil
		case <-t.C:
		}
	}
}

// linked ends with both.
func (r *rounder) linked(ctx context.Context) error {
	if err := r.s.Save(ctx, "begun", "yes"); err != nil {
		return err
	}
	own, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-own.Done():
			return nil
		case <-t.C:
		}
	}
}

// start is done at once; what it starts has an end of its own.
func (r *rounder) start(ctx context.Context) error {
	if err := r.s.Save(ctx, "begun", "yes"); err != nil {
		return err
	}
	own, cancel := context.WithCancel(context.Background())
	r.halt = cancel
	go func() {
		t := time.NewTicker(time.Minute)
		defer t.Stop()
		for {
			select {
			case <-own.Done():
				return
			case <-t.C:
			}
		}
	}()
	return nil
}
