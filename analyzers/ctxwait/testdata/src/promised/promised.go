// Package promised waits for answers that are certain, and for conditions that a context wakes.
package promised

import (
	"context"
	"sync"
)

type asked struct {
	what string
	back chan error
}

type order struct {
	what string
	back chan error
}

type desk struct {
	asks  chan asked
	later chan order
	stop  chan struct{}
}

func (d *desk) serve(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			close(d.stop)
			return nil
		case a := <-d.asks:
			err := work(a.what)
			a.back <- err
		}
	}
}

func (d *desk) serveLater(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case a := <-d.later:
			a.back <- work(a.what)
		}
	}
}

func work(string) error { return nil }

func newDesk() *desk {
	return &desk{asks: make(chan asked), later: make(chan order, 8), stop: make(chan struct{})}
}

// Once the desk has taken what is asked, it answers before anything else.
func (d *desk) ask(what string) error {
	a := asked{what, make(chan error, 1)}
	select {
	case d.asks <- a:
		return <-a.back
	case <-d.stop:
		return context.Canceled
	}
}

func (d *desk) show(ctx context.Context) error {
	if err := d.ask("x"); err != nil {
		return err
	}
	return ctx.Err()
}

// What lies in the tray when the desk closes is never answered.
func (d *desk) askLater(what string) error {
	a := order{what, make(chan error, 1)}
	d.later <- a
	return <-a.back // want `receive from a.back does not end when ctx of its caller \(\*desk\).showLater does: its sender in \(\*desk\).serveLater leaves`
}

func (d *desk) showLater(ctx context.Context) error {
	if err := d.askLater("x"); err != nil {
		return err
	}
	return ctx.Err()
}

// The end of the context wakes who waits, but without the lock.
type places struct {
	mu   sync.Mutex
	cond *sync.Cond
	free int
}

func (p *places) take(ctx context.Context) error {
	done := make(chan struct{})
	var err error
	go func() {
		err = p.wait(ctx)
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		p.cond.Broadcast()
		<-done
	}
	return err
}

func (p *places) wait(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.free == 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.cond.Wait() // want `\(\*sync.Cond\).Wait does not end when ctx does: the Broadcast at promised.go:\d+ does not hold the lock, so it can come between`
	}
	p.free--
	return nil
}

// With the lock it cannot be lost.
type slots struct {
	mu   sync.Mutex
	cond *sync.Cond
	free int
}

func (p *slots) take(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- p.wait(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		p.mu.Lock()
		p.cond.Broadcast()
		p.mu.Unlock()
		return ctx.Err()
	}
}

func (p *slots) wait(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.free == 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.cond.Wait()
	}
	p.free--
	return nil
}
