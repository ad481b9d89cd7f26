// Package groups is about conditions and groups of workers.
package groups

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

func get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `Do: param 0 of get`
	return err
}

// All workers obey the context.
func allObey(ctx context.Context) {
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			get(ctx) // want `Do: param 0 of allObey loop via get|Do: param 0 of allObey via get`
		}()
	}
	wg.Wait() // want `\(\*sync.WaitGroup\).Wait: param 0 of allObey`
}

// One sleeps.
func oneSleeps(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() {
		time.Sleep(time.Minute) // want `time.Sleep of 1m: none proven limit 1m`
	})
	wg.Wait() // want `Wait: none proven because a worker waits for time.Sleep of 1m, which no context ends`
}

// Nothing is known of the workers.
func unknownWorkers(ctx context.Context, f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(func() { f() })
	wg.Wait()
}

func errGroup(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return get(ctx) // want `Do: param 0 of errGroup via get`
	})
	return g.Wait() // want `\(\*errgroup.Group\).Wait: param 0 of errGroup`
}

func errGroupSleeps(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		time.Sleep(10 * time.Second) // want `time.Sleep of 10s: none proven limit 10s`
		return get(ctx)              // want `Do: param 0 of errGroupSleeps via get`
	})
	return g.Wait() // want `\(\*errgroup.Group\).Wait: none proven because a worker waits for time.Sleep of 10s`
}

// A condition that nothing wakes at the end of a context.
type dock struct {
	mu      sync.Mutex
	arrived *sync.Cond
	waiting []int
}

func newDock() *dock {
	d := &dock{}
	d.arrived = sync.NewCond(&d.mu)
	return d
}

func (d *dock) deliver(c int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = append(d.waiting, c)
	d.arrived.Signal()
}

func (d *dock) next(ctx context.Context) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.waiting) == 0 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		d.arrived.Wait() // want `\(\*sync.Cond\).Wait: none proven loop because nothing wakes it when a context ends`
	}
	return d.waiting[0], nil
}

func (d *dock) FactTake() int { // want `fact \(\*sync.Cond\).Wait: none subject -1`
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.waiting) == 0 {
		d.arrived.Wait() // want `Wait: none proven loop because`
	}
	return d.waiting[0]
}

func stream(ctx context.Context, d *dock) {
	for {
		d.FactTake() // want `Wait: none proven loop via`
	}
}

// A condition that the end of the context wakes.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	items   []int
}

func newQueue() *queue {
	q := &queue{}
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *queue) take(ctx context.Context) (int, error) {
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	})
	defer stop()
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		q.changed.Wait() // want `\(\*sync.Cond\).Wait: param 0 of .*take linked`
	}
	return q.items[0], nil
}

// A condition that comes from elsewhere.
func foreign(c *sync.Cond) {
	c.Wait()
}

// A goroutine closes a channel when the group is done.
func closeAfter(ctx context.Context) error {
	var wg sync.WaitGroup
	wg.Go(func() {
		get(ctx) // want `Do: param 0 of closeAfter via get`
	})
	done := make(chan struct{})
	go func() {
		wg.Wait() // want `Wait: param 0 of closeAfter abandoned`
		close(done)
	}()
	select { // want `select: param 0 of closeAfter`
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A literal that is given the context as an argument.
func given(ctx context.Context) {
	go func(ctx context.Context) {
		get(ctx) // want `Do: param 0 of given goroutine via get`
	}(ctx)
}
