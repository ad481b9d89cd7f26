// Package good packs parcels onto a belt that carries only so many. The end of a packer's
// context wakes all who wait for room, and each looks at its own context before it waits
// again.
package good

import (
	"context"
	"sync"
)

// Parcel is what the belt carries.
type Parcel struct {
	Code  string
	Grams int
}

// Belt carries parcels in order up to a total weight.
type Belt struct {
	mu     sync.Mutex
	freed  sync.Cond
	load   []Parcel
	grams  int
	limit  int
	served int
}

// NewBelt returns an empty belt for limit grams.
func NewBelt(limit int) *Belt {
	b := &Belt{limit: limit}
	b.freed.L = &b.mu
	return b
}

// Put places a parcel at the end of the belt as soon as there is room.
func (b *Belt) Put(ctx context.Context, p Parcel) error {
	stop := context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.freed.Broadcast()
	})
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := b.makeRoom(ctx, p.Grams); err != nil {
		return err
	}
	b.load = append(b.load, p)
	b.grams += p.Grams
	return nil
}

// makeRoom returns when the belt can take grams more, with the lock held.
func (b *Belt) makeRoom(ctx context.Context, grams int) error {
	for b.grams+grams > b.limit && len(b.load) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.freed.Wait()
	}
	return nil
}

// Next takes the first parcel off the belt, if there is one.
func (b *Belt) Next() (Parcel, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.load) == 0 {
		return Parcel{}, false
	}
	p := b.load[0]
	b.load = b.load[1:]
	b.grams -= p.Grams
	b.served++
	b.freed.Broadcast()
	return p, true
}

// Served counts the parcels taken off.
func (b *Belt) Served() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.served
}
