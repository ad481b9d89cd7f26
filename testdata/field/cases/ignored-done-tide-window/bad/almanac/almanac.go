// Package almanac knows the tides of a harbour in advance.
package almanac

import (
	"sort"
	"time"
)

// Tide is one high water.
type Tide struct {
	At    time.Time
	Level float64
}

// Table lists the tides of a year in order.
type Table struct{ tides []Tide }

// New returns a table over tides.
func New(tides []Tide) *Table {
	sorted := append([]Tide(nil), tides...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].At.Before(sorted[j].At) })
	return &Table{tides: sorted}
}

// Next returns the first coming tide that carries the draught.
func (t *Table) Next(draught float64) Tide {
	now := time.Now()
	for _, tide := range t.tides {
		if tide.At.After(now) && tide.Level >= draught {
			return tide
		}
	}
	return Tide{At: now, Level: draught}
}

// Wait returns when the tide is there.
func (t Tide) Wait() {
	until(t.At)
}

func until(moment time.Time) {
	if left := time.Until(moment); left > 0 {
		time.Sleep(left) // EXPECT ignored-done // OR blocking-no-ctx
	}
}
