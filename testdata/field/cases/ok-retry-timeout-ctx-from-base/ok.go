// Package ok queries the nameplate of machines over a field bus.
// It is right although ctx is assigned in the loop: each round derives it from base, the context of the
// caller, and never from the round before.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Nameplate says what a machine is.
type Nameplate struct {
	Maker, Model string
	Year         int
}

// Bus talks to machines; it obeys ctx.
type Bus interface {
	Nameplate(ctx context.Context, addr byte) (Nameplate, error)
}

// ErrCollision means that two machines talked at once.
var ErrCollision = errors.New("collision on the bus")

// Scanner reads nameplates.
type Scanner struct {
	bus    Bus
	rounds int
	grow   time.Duration
}

// NewScanner returns a Scanner with the usual patience.
func NewScanner(bus Bus) *Scanner {
	return &Scanner{bus: bus, rounds: 5, grow: 200 * time.Millisecond}
}

// Read returns the nameplate at an address. Every round waits a little longer for it.
func (s *Scanner) Read(base context.Context, addr byte) (Nameplate, error) {
	var (
		ctx    context.Context
		cancel context.CancelFunc
		last   error
	)
	for round := 1; round <= s.rounds; round++ {
		ctx, cancel = context.WithTimeout(base, time.Duration(round)*s.grow)
		plate, err := s.bus.Nameplate(ctx, addr)
		cancel()
		if err == nil {
			return plate, nil
		}
		if base.Err() != nil {
			return Nameplate{}, errors.Join(base.Err(), err)
		}
		if !errors.Is(err, ErrCollision) && !errors.Is(err, context.DeadlineExceeded) {
			return Nameplate{}, fmt.Errorf("nameplate at %#x: %w", addr, err)
		}
		last = err
		if round == s.rounds {
			break
		}
		t := time.NewTimer(rand.N(s.grow))
		select {
		case <-base.Done():
			t.Stop()
			return Nameplate{}, errors.Join(base.Err(), last)
		case <-t.C:
		}
	}
	return Nameplate{}, fmt.Errorf("nameplate at %#x, %d rounds: %w", addr, s.rounds, last)
}

// All reads every address that answers; one that does not is left out.
func (s *Scanner) All(ctx context.Context, addrs []byte) (map[byte]Nameplate, error) {
	found := make(map[byte]Nameplate, len(addrs))
	for _, a := range addrs {
		p, err := s.Read(ctx, a)
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		if err == nil {
			found[a] = p
		}
	}
	return found, nil
}
