// Package e repeats calls through interfaces whose objects another package has.
package e

import (
	"context"
	"time"

	"source"
)

type reader interface {
	Read(ctx context.Context) error
}

type updater struct{ r reader }

func newUpdater() *updater { return &updater{r: source.NewHTTP()} }

func (u *updater) update(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = u.r.Read(ctx); err == nil || ctx.Err() != nil { // want `\(\*HTTP\).Read.* tries up to 5 times by itself, and the loop at \w+.go:\d+ repeats that: 3 × 5 = 15 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Through the parameter of a maker.
type mirror struct{ r reader }

func newMirror(r reader) *mirror { return &mirror{r: r} }

func start() *mirror { return newMirror(source.NewHTTP()) }

func (m *mirror) copy(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = m.r.Read(ctx); err == nil || ctx.Err() != nil { // want `3 × 5 = 15 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Through a function that returns the interface.
func open(h *source.HTTP) reader { return h }

func direct(ctx context.Context, h *source.HTTP) error {
	r := open(h)
	var err error
	for n := 0; n < 3; n++ {
		if err = r.Read(ctx); err == nil || ctx.Err() != nil { // want `3 × 5 = 15 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Another object.
type plain struct{ r reader }

func newPlain() *plain { return &plain{r: &source.Plain{}} }

func (p *plain) copy(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = p.r.Read(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Nobody in sight says what it is.
func unknown(ctx context.Context, r reader) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = r.Read(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

var _, _, _, _, _ = newUpdater, start, direct, newPlain, unknown
