// Package ok grinds grain with options, one of which is a context. Callers from before that option leave it
// out, and a background context stands in for it; whoever gives one has it obeyed.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Grain goes in.
type Grain struct {
	Kind  string
	Kilos int
}

// Stone grinds a kilo at a time.
type Stone interface {
	Grind(kind string, fine int) error
}

// Options change how grain is ground. The zero value is usable.
type Options struct {
	Context context.Context
	Fine    int
	Cool    time.Duration
	Report  func(kilos int)
}

func (o *Options) orDefault() Options {
	var out Options
	if o != nil {
		out = *o
	}
	if out.Context == nil {
		out.Context = context.Background()
	}
	if out.Fine == 0 {
		out.Fine = 3
	}
	if out.Report == nil {
		out.Report = func(int) {}
	}
	return out
}

// Mill has a stone.
type Mill struct{ stone Stone }

// New returns a mill.
func New(s Stone) *Mill { return &Mill{stone: s} }

// Grind grinds grain.
func (m *Mill) Grind(g Grain) error { return m.GrindWith(g, nil) }

// GrindContext grinds grain until ctx ends; a nil ctx never does.
func (m *Mill) GrindContext(ctx context.Context, g Grain) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return m.GrindWith(g, &Options{Context: ctx})
}

// GrindWith grinds grain with options.
func (m *Mill) GrindWith(g Grain, opts *Options) error {
	o := opts.orDefault()
	if g.Kilos <= 0 {
		return errors.New("nothing to grind")
	}
	for kilo := 1; kilo <= g.Kilos; kilo++ {
		if err := m.stone.Grind(g.Kind, o.Fine); err != nil {
			return fmt.Errorf("kilo %d of %s: %w", kilo, g.Kind, err)
		}
		o.Report(kilo)
		if err := cool(o.Context, o.Cool); err != nil {
			return fmt.Errorf("after %d kilos of %s: %w", kilo, g.Kind, err)
		}
	}
	return nil
}

func cool(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
