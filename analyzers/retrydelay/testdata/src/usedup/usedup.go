// Package usedup limits the time of connections that stay.
package usedup

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type feed struct {
	open  func(ctx context.Context) (io.ReadCloser, error)
	serve func(ctx context.Context) error
	got   func(string)
}

func (f *feed) stream(ctx context.Context) error {
	body, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer body.Close()
	dec := json.NewDecoder(body)
	for {
		var v string
		if err := dec.Decode(&v); err != nil {
			return err
		}
		f.got(v)
	}
}

// The first break after a quarter of an hour is the last.
func (f *feed) follow(ctx context.Context) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(15 * time.Minute))
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.WithContext(b, ctx)) // want `backoff.Retry gives up 15m0?s? after the first attempt was begun, but its operation stays`
}

// So it is by default.
func (f *feed) byDefault(ctx context.Context) error {
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.NewExponentialBackOff()) // want `backoff.Retry gives up 15m0?s? after the first attempt`
}

var errEnded = errors.New("feed ended")

// An end without an error is one, too.
func (f *feed) serves(ctx context.Context) error {
	op := func() error {
		err := f.serve(ctx)
		if err == nil {
			err = errEnded
		}
		return err
	}
	return backoff.Retry(op, backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Hour))) // want `backoff.Retry gives up 1h0?m?0?s? after the first attempt`
}

// What has connected sets it back.
func (f *feed) setBack(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	return backoff.Retry(func() error {
		body, err := f.open(ctx)
		if err != nil {
			return err
		}
		defer body.Close()
		b.Reset()
		for {
			if _, err := body.Read(make([]byte, 10)); err != nil {
				return err
			}
		}
	}, b)
}

// Another may set it back.
func (f *feed) handed(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	watch(b)
	return backoff.Retry(func() error { return f.stream(ctx) }, b)
}

func watch(b backoff.BackOff) {}

// The limit is lifted.
func (f *feed) lifted(ctx context.Context) error {
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0)))
}

func (f *feed) liftedLater(ctx context.Context) error {
	c := backoff.NewConstantBackOff(time.Second)
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.WithContext(c, ctx))
}

func (f *feed) liftedByField(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.WithContext(b, ctx))
}

// The context ends what runs as well.
func (f *feed) limited(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.WithContext(backoff.NewConstantBackOff(time.Second), ctx))
}

// A loop begins anew.
func (f *feed) anew(ctx context.Context) {
	for ctx.Err() == nil {
		f.once(ctx)
		time.Sleep(time.Minute)
	}
}

func (f *feed) once(ctx context.Context) error {
	return backoff.Retry(func() error { return f.stream(ctx) }, backoff.NewExponentialBackOff())
}

// The end of what is read is the end.
func (f *feed) readAll(ctx context.Context) error {
	return backoff.Retry(func() error {
		body, err := f.open(ctx)
		if err != nil {
			return err
		}
		defer body.Close()
		dec := json.NewDecoder(body)
		for {
			var v string
			if err := dec.Decode(&v); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			f.got(v)
		}
	}, backoff.NewExponentialBackOff())
}

// Pages have a last one.
func (f *feed) pages(ctx context.Context, page func(int) (bool, error)) error {
	return backoff.Retry(func() error {
		for n := 0; ; n++ {
			more, err := page(n)
			if err != nil {
				return err
			}
			if !more {
				return nil
			}
		}
	}, backoff.NewExponentialBackOff())
}
