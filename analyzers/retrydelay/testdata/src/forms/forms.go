// Package forms has the same delays in other words.
package forms

import (
	"context"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"time"
)

const (
	base    = time.Second
	longest = time.Minute
)

// A Stream is served until it breaks.
type Stream interface {
	Serve(ctx context.Context) error
}

type line struct {
	s    Stream
	d    net.Dialer
	wait time.Duration
}

func (l *line) session(ctx context.Context) error {
	c, err := l.d.DialContext(ctx, "tcp", "a:1")
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Read(make([]byte, 10))
	return err
}

func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

func waited(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if !waited(ctx, d) {
		return ctx.Err()
	}
	return nil
}

// The error is only told; the pause says by a bool whether it was cut short.
func (l *line) yesOrNo(ctx context.Context) error {
	lost := 0
	for {
		start := time.Now()
		err := l.s.Serve(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			lost = 0
		}
		d := time.Duration(float64(base) * math.Pow(2, float64(lost))) // want `overflows once lost reaches 34`
		d = min(d, longest)
		lost++
		log.Print(d, err)
		if !waited(ctx, jitter(d)) {
			return ctx.Err()
		}
	}
}

func after(first, most time.Duration, n int) time.Duration {
	d := time.Duration(float64(first) * math.Pow(2, float64(n))) // want `overflows once n is large enough`
	if d > most {
		return most
	}
	return d
}

func (l *line) throughJitter(ctx context.Context, first, most time.Duration) error {
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		log.Print(err)
		time.Sleep(jitter(after(first, most, n)))
		n++
	}
}

func (l *line) literal(ctx context.Context, first time.Duration) error {
	pause := func(n int) time.Duration {
		return min(time.Duration(math.Pow(2, float64(n)))*first, longest) // want `overflows once n is large enough`
	}
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		n++
		log.Print(err)
		time.Sleep(jitter(pause(n)))
	}
}

// Right: the counter stops before it overflows.
func (l *line) stops(ctx context.Context) error {
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		log.Print(err)
		time.Sleep(jitter(base << n))
		if n < 6 {
			n++
		}
	}
}

// Right: what has overflowed is caught.
func (l *line) caught(ctx context.Context) error {
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		d := base << n
		if d <= 0 || d > longest {
			d = longest
		}
		n++
		log.Print(err)
		time.Sleep(jitter(d))
	}
}

// It is not, where only what is above the limit is replaced.
func (l *line) belowOnly(ctx context.Context) error {
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		d := longest
		if grown := base << n; grown < longest { // want `base << n overflows once n reaches 34`
			d = grown
		}
		n++
		log.Print(err)
		time.Sleep(jitter(d))
	}
}

func clamp(d time.Duration) time.Duration {
	if d < base {
		return longest
	}
	return min(d, longest)
}

// Right: caught by a function.
func (l *line) clamped(ctx context.Context) error {
	n := 0
	for {
		start := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > longest {
			n = 0
		}
		n++
		log.Print(err)
		time.Sleep(jitter(clamp(base << n)))
	}
}

// The head of the loop makes it grow.
func (l *line) inHead(ctx context.Context) error {
	for d := base; ; d = min(2*d, longest) { // want `d grows with each turn and is never set back`
		err := l.s.Serve(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		if err := sleep(ctx, jitter(d)); err != nil {
			return err
		}
	}
}

// A field that is set before the loop only.
func (l *line) field(ctx context.Context) error {
	l.wait = base
	for {
		err := l.s.Serve(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		if err := sleep(ctx, jitter(l.wait)); err != nil {
			return err
		}
		l.wait = min(2*l.wait, longest) // want `wait grows with each turn and is never set back`
	}
}

// Right: a literal that the operation is given sets it back.
func (l *line) callback(ctx context.Context, run func(ctx context.Context, up func()) error) error {
	d := base
	up := func() { d = base }
	for {
		err := run(ctx, up)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		if err := sleep(ctx, jitter(d)); err != nil {
			return err
		}
		d = min(2*d, longest)
	}
}

// By goto, at once.
func (l *line) byGoto(ctx context.Context) error {
again:
	if err := l.s.Serve(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		goto again // want `is tried again at once`
	}
	goto again
}

// A Plan says how often and how long something is repeated.
type Plan struct {
	Tries       int
	First, Most time.Duration
}

// A helper that pauses after the last attempt as well: the longest pause of all.
func Again(ctx context.Context, p Plan, fn func(context.Context) error) error {
	wait := p.First
	var last error
	for range p.Tries {
		if last = fn(ctx); last == nil {
			return nil
		}
		if err := sleep(ctx, wait); err != nil { // want `the last of the attempts is followed by a delay as well, the longest of all`
			return err
		}
		wait = min(2*wait, p.Most)
	}
	return last
}

// Right: it leaves before.
func Leaves(ctx context.Context, p Plan, fn func(context.Context) error) error {
	wait := p.First
	for n := 1; ; n++ {
		err := fn(ctx)
		if err == nil || n >= p.Tries {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, p.Most)
	}
}

// A pause that does not grow may be as short as its callers like.
func Evenly(ctx context.Context, p Plan, fn func(context.Context) error) (err error) {
	for range p.Tries {
		if err = fn(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, p.First); err != nil {
			return err
		}
	}
	return err
}

type pauses struct {
	first, most time.Duration
	failures    int
}

// What is not below zero may still be years.
func (p *pauses) next() time.Duration {
	d := p.first << p.failures // want `p.first << p.failures overflows once failures is large enough`
	p.failures++
	if d <= 0 {
		d = p.most
	}
	return d/2 + rand.N(d/2)
}

func (p *pauses) keepTrying(ctx context.Context) {
	for ctx.Err() == nil {
		if err := (&line{}).session(ctx); err == nil {
			p.failures = 0
		}
		time.Sleep(p.next())
	}
}
