package a

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// A shutdown that is given a context for how long it may take.
type task func()

type pool struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

func (p *pool) Submit(t task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.running.Add(1)
	go func() {
		defer p.running.Done()
		t()
	}()
}

func (p *pool) Stop(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.running.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: a worker runs t at shutdown.go:\d+, whose length is up to the caller`
	return ctx.Err()
}

// Workers that take jobs from a channel.
type job interface{ Do() error }

type crew struct {
	jobs chan job
	wg   sync.WaitGroup
	left atomic.Int64
}

func newCrew(n int) *crew {
	c := &crew{jobs: make(chan job)}
	for range n {
		c.wg.Go(c.work)
	}
	return c
}

func (c *crew) work() {
	for j := range c.jobs {
		if err := j.Do(); err != nil {
			c.left.Add(1)
		}
	}
}

func (c *crew) Shutdown(ctx context.Context) error {
	close(c.jobs)
	c.wg.Wait() // want `Wait does not end when ctx does: a worker runs j.Do at shutdown.go:\d+`
	return ctx.Err()
}

// It polls, and never looks.
func (c *crew) Drain(ctx context.Context) error {
	for c.left.Load() > 0 {
		time.Sleep(200 * time.Millisecond) // want `does not end when ctx does`
	}
	return try(ctx)
}

// Right: it waits for the group or for the context.
func (p *pool) Close(ctx context.Context) error {
	idle := make(chan struct{})
	go func() {
		p.running.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Without a context of its own it waits as long as it takes.
func (p *pool) Flush() { p.running.Wait() }

// The jobs have a context, and it is cancelled first.
type crew2 struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func (c *crew2) add(ctx context.Context, f func(context.Context)) {
	c.wg.Go(func() { f(ctx) })
}

func (c *crew2) Stop(ctx context.Context) error {
	c.cancel()
	c.wg.Wait()
	return ctx.Err()
}

// The workers' own work, of which nothing says that it lasts.
type tally struct {
	wg sync.WaitGroup
	in chan int
	n  int
}

func (t *tally) start() {
	t.wg.Go(func() {
		for v := range t.in {
			t.n += v
		}
	})
}

func (t *tally) Stop(ctx context.Context) error {
	close(t.in)
	t.wg.Wait()
	return ctx.Err()
}
