// Package more leaves goroutines behind in more ways.
package more

import (
	"context"
	"log"
	"sync"
	"time"
)

type A struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func NewA(parent context.Context) *A {
	a := &A{}
	a.ctx, a.cancel = context.WithCancel(parent)
	a.wg.Add(1)
	go a.run()
	return a
}

func (a *A) run() {
	defer a.wg.Done()
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-t.C:
			log.Print("tick")
		}
	}
}

func (a *A) Stop() {
	a.wg.Wait() // want `this wait comes before .* at order.go:\d+, and the goroutine it waits for ends only by that, so it goes on for ever; end it first, then wait`
	a.cancel()
}

type B struct {
	quit chan struct{}
	wg   sync.WaitGroup
	in   chan int
}

func NewB() *B {
	b := &B{quit: make(chan struct{}), in: make(chan int)}
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		b.loop()
	}()
	return b
}

func (b *B) loop() {
	for {
		select {
		case v := <-b.in:
			log.Print(v)
		case <-b.quit:
			return
		}
	}
}

func (b *B) Shutdown() error {
	b.wg.Wait() // want `this wait comes before .* at order.go:\d+, and the goroutine it waits for ends only by that, so it goes on for ever; end it first, then wait`
	close(b.quit)
	return nil
}

type C struct {
	stop context.CancelFunc
	done chan struct{}
}

func StartC() *C {
	ctx, cancel := context.WithCancel(context.Background())
	c := &C{stop: cancel, done: make(chan struct{})}
	go c.serve(ctx)
	return c
}

func (c *C) serve(ctx context.Context) {
	defer close(c.done)
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

func (c *C) Close() {
	<-c.done // want `this wait comes before .* at order.go:\d+, and the goroutine it waits for ends only by that, so it goes on for ever; end it first, then wait`
	c.stop()
}

func local() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			worker(ctx, i)
		}()
	}
	log.Print("x")
	wg.Wait() // want `this wait comes before .* at order.go:\d+, and the goroutine it waits for ends only by that, so it goes on for ever; end it first, then wait`
	cancel()
}

func worker(ctx context.Context, i int) {
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
			log.Print(i)
		case <-ctx.Done():
			return
		}
	}
}

// right

type D struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func NewD(ctx context.Context) *D {
	ctx, cancel := context.WithCancel(ctx)
	d := &D{cancel: cancel}
	d.wg.Go(func() { worker(ctx, 1) })
	return d
}

func (d *D) Wait() { // waits for the parent
	d.wg.Wait()
	d.cancel()
}

type E struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func NewE(ctx context.Context, fs []func(context.Context)) *E {
	ctx, cancel := context.WithCancel(ctx)
	e := &E{cancel: cancel}
	for _, f := range fs {
		e.wg.Go(func() { f(ctx) })
	}
	return e
}

func (e *E) Close() {
	e.wg.Wait()
	e.cancel()
}

type F struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func NewF(ctx context.Context) *F {
	ctx, cancel := context.WithCancel(ctx)
	f := &F{cancel: cancel}
	f.wg.Go(func() { worker(ctx, 1) })
	return f
}

func (f *F) Cancel() { f.cancel() }

func (f *F) Close() {
	f.wg.Wait()
	f.cancel()
}

func mainLike(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { worker(ctx, 1) })
	wg.Wait()
	cancel()
}

type H struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
	in     chan int
}

func NewH(ctx context.Context) *H {
	ctx, cancel := context.WithCancel(ctx)
	h := &H{cancel: cancel, in: make(chan int)}
	h.wg.Go(func() {
		for {
			select {
			case v, ok := <-h.in:
				if !ok {
					return
				}
				log.Print(v)
			case <-ctx.Done():
				return
			}
		}
	})
	return h
}

func (h *H) Close() {
	close(h.in)
	h.wg.Wait()
	h.cancel()
}

// The end is deferred.
type I struct {
	quit chan struct{}
	wg   sync.WaitGroup
}

func NewI() *I {
	i := &I{quit: make(chan struct{})}
	i.wg.Add(1)
	go i.run()
	return i
}

func (i *I) run() {
	defer i.wg.Done()
	for {
		select {
		case <-i.quit:
			return
		case <-time.After(time.Second):
			log.Print("tick")
		}
	}
}

func (i *I) Close() error {
	defer close(i.quit)
	i.wg.Wait() // want `this wait comes before close\(i.quit\) at order.go:\d+`
	return nil
}

// It runs until its caller's context ends; the cancel function only tidies up.
func runsOn(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { worker(ctx, 1) })
	wg.Wait()
}

// Stop channels are closed last as well.
func stopLast(ctx context.Context, work func(context.Context) error) error {
	stop := make(chan struct{})
	defer close(stop)
	var wg sync.WaitGroup
	defer wg.Wait() // want `deferred calls run last to first: this wait comes before the close\(stop\) deferred at`
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
	})
	return work(ctx)
}

func stopFirst(ctx context.Context, work func(context.Context) error) error {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(stop)
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
	})
	return work(ctx)
}

func stopAfter(ctx context.Context, work func(context.Context) error) error {
	stop := make(chan struct{})
	defer close(stop)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
	})
	err := work(ctx)
	wg.Wait() // want `this wait comes before close\(stop\)`
	return err
}

// The goroutine has an end of its own.
func ownEnd(ctx context.Context, work func(context.Context) error, n int) error {
	stop := make(chan struct{})
	defer close(stop)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range n {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
			}
		}
	})
	err := work(ctx)
	wg.Wait()
	return err
}
