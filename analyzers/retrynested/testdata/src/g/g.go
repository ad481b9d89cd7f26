// Package g repeats calls of clients that another package has made.
package g

import (
	"context"
	"time"

	"github.com/go-resty/resty/v2"

	"link"
)

type charts struct {
	steady, chained, plain, off, set, some, tamed, given *resty.Client
}

func newCharts(given *resty.Client, n int) *charts {
	tamed := link.New("http://localhost")
	tamed.SetRetryCount(0)
	return &charts{
		steady:  link.New("http://localhost"),
		chained: link.NewChained(),
		plain:   link.NewPlain("http://localhost"),
		off:     link.NewOff(),
		set:     link.NewSet(n),
		some:    link.NewSome(n > 1),
		tamed:   tamed,
		given:   given,
	}
}

func (c *charts) fromField(ctx context.Context) (err error) {
	for range 5 {
		if err = get(ctx, c.steady.R()); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func get(ctx context.Context, r *resty.Request) error {
	_, err := r.SetContext(ctx).Get("/")
	return err
}

func (c *charts) steadily(ctx context.Context) (err error) {
	for range 5 {
		if _, err = c.steady.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil { // want `tries up to 5 times by itself, and the loop at g.go:\d+ repeats that: 5 × 5 = 25 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *charts) chainedly(ctx context.Context) (err error) {
	for range 5 {
		if err = c.readChained(ctx); err == nil || ctx.Err() != nil { // want `tries up to 3 times by itself, and the loop at g.go:\d+ repeats that: 5 × 3 = 15 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *charts) readChained(ctx context.Context) error {
	_, err := c.chained.R().SetContext(ctx).Get("/")
	return err
}

// One attempt inside, or an unknown number of them.
func (c *charts) others(ctx context.Context) (err error) {
	for range 5 {
		if _, err = c.plain.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	for range 5 {
		if _, err = c.off.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	for range 5 {
		if _, err = c.set.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	for range 5 {
		if _, err = c.some.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	for range 5 {
		if _, err = c.tamed.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	for range 5 {
		if _, err = c.given.R().SetContext(ctx).Get("/"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Outside of any loop.
func (c *charts) once(ctx context.Context) error {
	_, err := c.steady.R().SetContext(ctx).Get("/")
	return err
}
