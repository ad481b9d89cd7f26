// Package d uses clients whose retries are set by their makers.
package d

import (
	"context"
	"time"

	"github.com/go-resty/resty/v2"
)

type api struct{ retrying, plain *resty.Client }

func newAPI(base string) *api {
	return &api{
		retrying: resty.New().SetBaseURL(base).SetRetryCount(3),
		plain:    resty.New().SetBaseURL(base),
	}
}

func (a *api) get(ctx context.Context) error {
	_, err := a.retrying.R().SetContext(ctx).SetQueryParam("a", "b").Get("/x")
	return err
}

func (a *api) loop(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = a.get(ctx); err == nil || ctx.Err() != nil { // want `tries up to 4 times by itself, and the loop at \w+.go:\d+ repeats that: 3 × 4 = 12`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *api) direct(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if _, err = a.retrying.R().SetContext(ctx).Get("/x"); err == nil || ctx.Err() != nil { // want `3 × 4 = 12`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *api) once(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if _, err = a.plain.R().SetContext(ctx).Get("/x"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func local(ctx context.Context) error {
	c := resty.New()
	c.SetRetryCount(2)
	var err error
	for n := 0; n < 3; n++ {
		if _, err = c.R().SetContext(ctx).Get("/x"); err == nil || ctx.Err() != nil { // want `3 × 3 = 9`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
