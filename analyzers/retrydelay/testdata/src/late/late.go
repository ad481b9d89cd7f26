// Package late caps what it reads, not what it keeps.
package late

import (
	"context"
	"log"
	"math/rand/v2"
	"net"
	"time"
)

type link struct {
	addr  string
	serve func(net.Conn)
}

func (l *link) session() error {
	c, err := net.DialTimeout("tcp", l.addr, time.Second)
	if err != nil {
		return err
	}
	l.serve(c)
	return c.Close()
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type pacer struct {
	first, most, next time.Duration
}

func (p *pacer) reset() { p.next = p.first }

func (p *pacer) pause() time.Duration {
	d := min(p.next, p.most)
	p.next *= 2 // want `next is multiplied after each failure and only what is read of it is capped`
	return d + rand.N(d/4)
}

func (l *link) paced(ctx context.Context) {
	pace := pacer{first: time.Second, most: time.Minute, next: time.Second}
	for {
		began := time.Now()
		if err := l.session(); err != nil {
			log.Print(err)
		}
		if time.Since(began) > time.Minute {
			pace.reset()
		}
		t := time.NewTimer(pace.pause())
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

func (l *link) local(ctx context.Context) error {
	next := time.Second
	for {
		err := l.session()
		if err == nil {
			return nil
		}
		d := next
		if d > time.Minute {
			d = time.Minute
		}
		next *= 2 // want `next is multiplied after each failure and only what is read of it is capped`
		t := time.NewTimer(d + rand.N(d))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

// What is kept is capped.
type capped struct{ most, next time.Duration }

func (p *capped) pause() time.Duration {
	d := min(p.next, p.most)
	p.next = min(2*p.next, p.most) // want `grows with each turn of an endless loop and is never set back`
	return d + rand.N(d/4)
}

func (l *link) keptCapped(ctx context.Context) {
	pace := capped{most: time.Minute, next: time.Second}
	for {
		if err := l.session(); err != nil {
			log.Print(err)
		}
		t := time.NewTimer(pace.pause())
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// It grows only below the limit.
type below struct{ most, next time.Duration }

func (p *below) pause() time.Duration {
	d := min(p.next, p.most)
	if p.next < p.most {
		p.next *= 2 // want `grows with each turn of an endless loop and is never set back`
	}
	return d + rand.N(d/4)
}

func (l *link) growsBelow(ctx context.Context) {
	pace := below{most: time.Minute, next: time.Second}
	for {
		if err := l.session(); err != nil {
			log.Print(err)
		}
		t := time.NewTimer(pace.pause())
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// What has overflowed is caught.
type caught struct{ most, next time.Duration }

func (p *caught) pause() time.Duration {
	d := min(p.next, p.most)
	p.next *= 2 // want `grows with each turn of an endless loop and is never set back`
	if d <= 0 {
		d = p.most
	}
	return d + rand.N(d/4)
}

func (l *link) catches(ctx context.Context) {
	pace := caught{most: time.Minute, next: time.Second}
	for {
		if err := l.session(); err != nil {
			log.Print(err)
		}
		t := time.NewTimer(pace.pause())
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// A count starts it anew before it can overflow.
func (l *link) startsAnew(ctx context.Context) error {
	next, n := time.Second, 0
	for {
		err := l.session()
		if err == nil {
			return nil
		}
		d := min(next, time.Minute)
		next *= 2
		if n++; n%10 == 0 {
			next = time.Second
		}
		t := time.NewTimer(d + rand.N(d))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

// A few attempts do not get that far.
func (l *link) few(ctx context.Context) (err error) {
	next := time.Second
	for n := range 5 {
		if err = l.session(); err == nil || n == 4 {
			return err
		}
		d := min(next, time.Minute)
		next *= 2
		if err := wait(ctx, d+rand.N(d)); err != nil {
			return err
		}
	}
	return err
}

// Each turn begins with a pace of its own.
func (l *link) ownPace(ctx context.Context) {
	for {
		pace := pacer3{most: time.Minute, next: time.Second}
		if err := l.session(); err != nil {
			log.Print(err)
		}
		t := time.NewTimer(pace.pause())
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

type pacer3 struct{ most, next time.Duration }

func (p *pacer3) pause() time.Duration {
	d := min(p.next, p.most)
	p.next *= 2
	return d + rand.N(d/4)
}

// A function of one's own does what the builtin does: what has overflowed is caught.
func Max(a, b time.Duration) time.Duration {
	if a > b {
		return a
	}
	return b
}

func (l *link) ownMax(ctx context.Context) error {
	next := time.Second
	for {
		err := l.session()
		if err == nil {
			return nil
		}
		d := min(next, time.Minute)
		next *= 2
		t := time.NewTimer(Max(d, time.Second) + rand.N(time.Second))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}
