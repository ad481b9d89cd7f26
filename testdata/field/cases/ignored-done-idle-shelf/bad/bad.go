// Package bad lends telescopes from a fixed shelf. Lend takes a context and looks at it
// before it goes to the shelf, but waits there for a telescope to come back however long
// that takes; on a busy night every visitor's request ends up in that receive.
package bad

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// ErrBroken is returned for a telescope that cannot be aimed.
var ErrBroken = errors.New("telescope is broken")

// Telescope can be aimed.
type Telescope interface {
	Aim(ctx context.Context, target string) error
	Working() bool
}

// Shelf holds the telescopes that nobody uses.
type Shelf struct {
	idle chan Telescope
	lent atomic.Int64
}

// NewShelf returns a shelf that is full at first.
func NewShelf(all ...Telescope) *Shelf {
	s := &Shelf{idle: make(chan Telescope, len(all))}
	for _, t := range all {
		s.idle <- t
	}
	return s
}

// Lend hands out a telescope; the caller gives it back.
func (s *Shelf) Lend(ctx context.Context) (Telescope, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := <-s.idle // EXPECT ignored-done // OR blocking-no-ctx
	s.lent.Add(1)
	return t, nil
}

// GiveBack puts a telescope on the shelf again.
func (s *Shelf) GiveBack(t Telescope) {
	s.lent.Add(-1)
	s.idle <- t
}

// Lent says how many telescopes are in use.
func (s *Shelf) Lent() int { return int(s.lent.Load()) }

// Observe aims a telescope at a target and lets the visitor look.
func Observe(ctx context.Context, s *Shelf, target string, look func(Telescope)) error {
	t, err := s.Lend(ctx) // OR ignored-done
	if err != nil {
		return fmt.Errorf("lend telescope for %s: %w", target, err)
	}
	defer s.GiveBack(t)
	if !t.Working() {
		return ErrBroken
	}
	if err := t.Aim(ctx, target); err != nil {
		return fmt.Errorf("aim at %s: %w", target, err)
	}
	look(t)
	return nil
}
