// Package good unloads boats at a pier with some dockers. Close waits for the dockers as
// long as its context allows, then halts their work.
package good

import (
	"context"
	"errors"
	"log/slog"
	"sync"
)

// ErrClosed is returned when the pier takes no more boats.
var ErrClosed = errors.New("pier is closed")

// Boat is what lies at the pier.
type Boat struct {
	Name   string
	Crates int
}

// Pier unloads boats.
type Pier struct {
	unload func(ctx context.Context, b Boat) error
	log    *slog.Logger
	boats  chan Boat
	work   context.Context
	halt   context.CancelFunc

	once    sync.Once
	closing chan struct{}
	dockers sync.WaitGroup
}

// Open lets n dockers work under ctx.
func Open(ctx context.Context, n int, log *slog.Logger, unload func(context.Context, Boat) error) *Pier {
	p := &Pier{unload: unload, log: log, boats: make(chan Boat), closing: make(chan struct{})}
	p.work, p.halt = context.WithCancel(ctx)
	for range n {
		p.dockers.Go(p.docker)
	}
	return p
}

func (p *Pier) docker() {
	for {
		select {
		case <-p.work.Done():
			return
		case <-p.closing:
			return
		case b := <-p.boats:
			if err := p.unload(p.work, b); err != nil {
				p.log.ErrorContext(p.work, "unload", "boat", b.Name, "err", err)
			}
		}
	}
}

// Land gives a boat to a docker that is free.
func (p *Pier) Land(ctx context.Context, b Boat) error {
	select {
	case p.boats <- b:
		return nil
	case <-p.closing:
		return ErrClosed
	case <-p.work.Done():
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close takes no more boats and lets the dockers finish those they have, until ctx ends.
func (p *Pier) Close(ctx context.Context) error {
	defer p.halt()
	p.once.Do(func() { close(p.closing) })
	p.log.InfoContext(ctx, "pier closes")
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		p.dockers.Wait()
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
