// Package good brings letters back to the sorting table that could not be delivered.
// The number of returns is bounded before it shifts the pause.
package good

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
func (p Doubling) Next(returns uint32) time.Duration {
	if returns > 20 {
		return p.Max
	}
	return min(time.Second<<returns, p.Max)
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
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-t.in:
			if err := t.deliver(ctx, l); err != nil {
				l.Returns++
				t.log.Warn("letter returned", "id", l.ID, "returns", l.Returns, "err", err)
				t.back(ctx, l)
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
	time.AfterFunc(rest, func() {
		select {
		case t.in <- l:
		case <-ctx.Done():
		}
	})
}
