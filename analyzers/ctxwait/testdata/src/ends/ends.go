// Package ends waits for what ends with the context, or cannot fail to come.
package ends

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

// The group's context, which is the only one, is over after Wait.
func run(ctx context.Context, work func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return work(ctx) })
	err := g.Wait()
	time.Sleep(5 * time.Second)
	return err
}

// Here the caller's goes on.
func phases(ctx context.Context, work func(context.Context) error) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return work(gctx) })
	err := g.Wait()
	time.Sleep(5 * time.Second) // want `time.Sleep of 5s does not end when ctx does`
	return err
}

type batch struct {
	entries []int
	saved   chan struct{}
}

type node struct {
	in      chan []int
	out     chan batch
	stopped chan struct{}
}

func (n *node) start() {
	go func() {
		for {
			select {
			case es := <-n.in:
				saved := make(chan struct{}, 1)
				select {
				case n.out <- batch{es, saved}:
				case <-n.stopped:
					return // nobody has saved yet
				}
				save(es)
				saved <- struct{}{}
			case <-n.stopped:
				return
			}
		}
	}()
}

func (n *node) apply(ctx context.Context) {
	select {
	case b := <-n.out:
		<-b.saved
	case <-ctx.Done():
	}
}

func save([]int) {}

// Here the sender may leave in between.
type lot struct {
	entries []int
	saved   chan struct{}
}

type late struct {
	in      chan []int
	out     chan lot
	stopped chan struct{}
}

func (n *late) start() {
	go func() {
		for {
			es := <-n.in
			saved := make(chan struct{}, 1)
			n.out <- lot{es, saved}
			select {
			case <-n.stopped:
				return
			case <-time.After(time.Second):
			}
			save(es)
			saved <- struct{}{}
		}
	}()
}

func (n *late) apply(ctx context.Context) {
	select {
	case b := <-n.out:
		<-b.saved // want `receive from b.saved does not end when ctx does: its sender in \(\*late\).start.func leaves at ends.go:\d+`
	case <-ctx.Done():
	}
}
