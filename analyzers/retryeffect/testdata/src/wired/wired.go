// Package wired retries behind an interface, and says what stands behind it.
package wired

import (
	"context"
	"time"

	"wired/fifo"
)

type queue interface {
	Push(ctx context.Context, id string, body []byte) error
}

type dispatcher struct{ q queue }

func connect() *dispatcher { return &dispatcher{q: fifo.New()} }

func (d *dispatcher) dispatch(ctx context.Context, id string, body []byte) error {
	var err error
	for range 4 {
		if err = d.q.Push(ctx, id, body); err == nil { // want `POST to /items .* has a key \(.+\) that each attempt of the loop \(4 attempts\) draws anew`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type named struct{ q queue }

func connectNamed() *named { return &named{q: fifo.NewNamed()} }

func (d *named) dispatch(ctx context.Context, id string, body []byte) error {
	var err error
	for range 4 {
		if err = d.q.Push(ctx, id, body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type unknown struct{ q queue }

func newUnknown(q queue) *unknown { return &unknown{q: q} }

func (d *unknown) dispatch(ctx context.Context, id string, body []byte) error {
	var err error
	for range 4 {
		if err = d.q.Push(ctx, id, body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
