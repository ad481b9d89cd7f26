// Package bad is a tray between the counter and the sorters of a post office that holds any
// number of letters. While letters come in the pump obeys its context. Once the counter has
// closed it only empties the tray: with the sorters gone it blocks on its next send for ever.
package bad

import (
	"context"
	"sync"
)

// Letter is a piece of mail.
type Letter struct {
	To     string
	Weight int
}

// Tray passes letters on in their order.
type Tray struct {
	in   chan Letter
	out  chan Letter
	once sync.Once
}

// NewTray returns a tray that works until it is closed and empty, or ctx ends.
func NewTray(ctx context.Context) *Tray {
	t := &Tray{in: make(chan Letter), out: make(chan Letter)}
	go t.pump(ctx)
	return t
}

// Put lays a letter in the tray.
func (t *Tray) Put(ctx context.Context, l Letter) error {
	select {
	case t.in <- l:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close says that no more letters come. It comes after the last Put.
func (t *Tray) Close() { t.once.Do(func() { close(t.in) }) }

// Letters is closed when nothing more will come out.
func (t *Tray) Letters() <-chan Letter { return t.out }

func (t *Tray) pump(ctx context.Context) {
	defer close(t.out)
	var held []Letter
	for {
		var next Letter
		var out chan<- Letter // nil, and never ready, while the tray is empty
		if len(held) > 0 {
			next, out = held[0], t.out
		}
		select {
		case l, open := <-t.in:
			if !open {
				t.empty(ctx, held) // OR ignored-done
				return
			}
			held = append(held, l)
		case out <- next:
			held = held[1:]
		case <-ctx.Done():
			return
		}
	}
}

// empty passes on what is left, unless the post office stops before.
func (t *Tray) empty(ctx context.Context, held []Letter) {
	for _, l := range held {
		if ctx.Err() != nil {
			return
		}
		t.out <- l // EXPECT ignored-done
	}
}
