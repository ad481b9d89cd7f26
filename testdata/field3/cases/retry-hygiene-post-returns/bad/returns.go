// Package bad brings letters back to the sorting table that could not be delivered.
// From the 34th return on the shifted pause is negative, then zero. Neither is more than the maximum, so
// the letter is back at once, and hot for ever.
package bad

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Letter on its way.
type Letter struct {
	ID      string
	Returns uint32
}

// Policy says how long a letter rests.
type Policy interface {
	Next(returns uint32) time.Duration
}

// Doubling doubles the rest with each return.
type Doubling struct{ Max time.Duration }

// Next implements Policy.
func (p Doubling) Next(returns uint32) time.Duration { // OR retry-hygiene
	d := time.Second << returns // EXPECT retry-hygiene
	if d > p.Max {
		return p.Max
	}
	return d
}

// Carrier delivers; delivering twice is found out at the door.
type Carrier interface {
	Deliver(ctx context.Context, l Letter) error
}

// Table is where letters are sorted.
type Table struct {
	carrier Carrier
	policy  Policy
	in      chan Letter
	log     *slog.Logger
}

// NewTable returns a table with the usual policy.
func NewTable(c Carrier, log *slog.Logger) *Table {
	return &Table{carrier: c, policy: Doubling{Max: 10 * time.Minute}, in: make(chan Letter, 64), log: log}
}

// Sort works until ctx ends.
func (t *Table) Sort(ctx context.Context) {
	for { // OR retry-hygiene
		select {
		case <-ctx.Done():
			return
		case l := <-t.in:
			if err := t.deliver(ctx, l); err != nil { // OR retry-hygiene
				l.Returns++
				t.log.Warn("letter returned", "id", l.ID, "returns", l.Returns, "err", err)
				t.back(ctx, l) // OR retry-hygiene
			}
		}
	}
}

func (t *Table) deliver(ctx context.Context, l Letter) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return t.carrier.Deliver(ctx, l)
}

func (t *Table) back(ctx context.Context, l Letter) {
	rest := t.policy.Next(l.Returns) + rand.N(time.Second/4)
	time.AfterFunc(rest, func() { // OR retry-hygiene
		select {
		case t.in <- l:
		case <-ctx.Done():
		}
	})
}
