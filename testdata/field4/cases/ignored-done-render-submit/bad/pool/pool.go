// Package pool runs functions on a fixed number of goroutines.
package pool

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed is returned by Submit after Close.
var ErrClosed = errors.New("pool is closed")

// Pool is a set of workers behind a queue.
type Pool struct {
	tasks chan func()
	quit  chan struct{}
	once  sync.Once
	wg    sync.WaitGroup
}

// New starts n workers behind a queue of the given length.
func New(n, queue int) *Pool {
	p := &Pool{tasks: make(chan func(), queue), quit: make(chan struct{})}
	for range n {
		p.wg.Go(p.work)
	}
	return p
}

func (p *Pool) work() {
	for {
		select {
		case <-p.quit:
			return
		case task := <-p.tasks:
			task()
		}
	}
}

// Submit queues a task for the workers.
func (p *Pool) Submit(ctx context.Context, task func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select { // EXPECT ignored-done
	case p.tasks <- task: // OR ignored-done
		return nil
	case <-p.quit:
		return ErrClosed
	}
}

// Close stops the workers after their current tasks.
func (p *Pool) Close() {
	p.once.Do(func() { close(p.quit) })
	p.wg.Wait()
}
