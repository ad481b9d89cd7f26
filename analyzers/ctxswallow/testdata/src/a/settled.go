package a

import (
	"context"
	"errors"
	"log"
	"sync"
	"time"
)

// message is what a queue hands out until it is acknowledged.
type message struct{ body string }

func (m *message) Ack() error  { return nil }
func (m *message) Nack() error { return nil }

// receipt cannot be given back.
type receipt struct{}

func (receipt) Ack() error { return nil }

func work(ctx context.Context, s string) error { return ctx.Err() }

func inSwitch(ctx context.Context, msgs <-chan *message) {
	for m := range msgs {
		err := work(ctx, m.body)
		switch {
		case err == nil:
			m.Ack()
		case errors.Is(err, context.Canceled):
			m.Ack() // want `m is acknowledged also when the call that works on it was cancelled`
		default:
			m.Nack()
		}
	}
}

func alike(ctx context.Context, m *message) {
	err := work(ctx, m.body)
	if err == nil || errors.Is(err, context.Canceled) {
		m.Ack() // want `m is acknowledged also when the call that works on it was cancelled`
		return
	}
	m.Nack()
}

func exempt(ctx context.Context, msgs <-chan *message) {
	for m := range msgs {
		err := work(ctx, m.body)
		if err != nil && !errors.Is(err, context.Canceled) {
			m.Nack()
			continue
		}
		m.Ack() // want `m is acknowledged also when the call that works on it was cancelled`
	}
}

func givesBack(ctx context.Context, m *message) {
	err := work(ctx, m.body)
	switch {
	case err == nil:
		m.Ack()
	case errors.Is(err, context.Canceled):
		m.Nack()
	default:
		m.Nack()
	}
}

// tooLate takes what has run into its own limit for poison.
func tooLate(ctx context.Context, m *message) {
	c, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := work(c, m.body)
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		m.Ack()
		return
	}
	m.Nack()
}

type calledOff struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

// one can be called off by whoever asked for it: then it is done.
func (o *calledOff) one(ctx context.Context, m *message) {
	c, cancel := context.WithCancel(ctx)
	defer cancel()
	o.mu.Lock()
	o.cancels[m.body] = cancel
	o.mu.Unlock()
	err := work(c, m.body)
	if err == nil || errors.Is(err, context.Canceled) {
		m.Ack()
		return
	}
	m.Nack()
}

func receiptOf(ctx context.Context, r receipt) {
	if err := work(ctx, "r"); err == nil || errors.Is(err, context.Canceled) {
		r.Ack()
	}
}

// The jobs that are left out where they are handed out are left out of the sum.
func droppedJobs(ctx context.Context, jobs []string) (int, error) {
	ch := make(chan string)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for j := range ch {
				if ctx.Err() != nil {
					return // want `the worker returns no error when ctx is over`
				}
				log.Print(j)
			}
		})
	}
	for _, j := range jobs {
		select {
		case ch <- j:
		case <-ctx.Done():
		}
	}
	close(ch)
	wg.Wait()
	return len(jobs), nil
}

func toldJobs(ctx context.Context, jobs []string) (int, error) {
	ch := make(chan string)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for j := range ch {
				if ctx.Err() != nil {
					return
				}
				log.Print(j)
			}
		})
	}
	n := 0
	for _, j := range jobs {
		select {
		case ch <- j:
			n++
		case <-ctx.Done():
			close(ch)
			return n, ctx.Err()
		}
	}
	close(ch)
	wg.Wait()
	return n, ctx.Err()
}
