// Package ok drives the shutter of a camera through registers. Waiting for the ready bit naps a
// millisecond at most twenty times: a fiftieth of a second, which is less than what a
// cancellation would save. The counter of exposures is kept by compare-and-swap.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Registers are mapped into memory.
type Registers interface {
	Load(reg uint8) uint32
	Store(reg uint8, v uint32)
}

const (
	regStatus  = 0x04
	regCommand = 0x08
	bitReady   = 1 << 3
	cmdOpen    = 0x11
	cmdClose   = 0x12

	readyTries = 20
	readyNap   = time.Millisecond
)

// ErrStuck is returned when the shutter does not become ready.
var ErrStuck = errors.New("shutter is stuck")

// Shutter is driven by one goroutine at a time.
type Shutter struct {
	regs  Registers
	shots atomic.Uint64
	limit uint64
}

// NewShutter returns a shutter that is good for limit exposures.
func NewShutter(regs Registers, limit uint64) *Shutter { return &Shutter{regs: regs, limit: limit} }

// Expose opens the shutter for d, or less if ctx ends before.
func (s *Shutter) Expose(ctx context.Context, d time.Duration) error {
	if err := s.count(); err != nil {
		return err
	}
	if err := s.command(cmdOpen); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	light := time.NewTimer(d)
	defer light.Stop()
	var cut error
	select {
	case <-light.C:
	case <-ctx.Done():
		cut = ctx.Err()
	}
	if err := s.command(cmdClose); err != nil {
		return errors.Join(cut, fmt.Errorf("close: %w", err))
	}
	return cut
}

func (s *Shutter) command(c uint32) error {
	for range readyTries {
		if s.regs.Load(regStatus)&bitReady != 0 {
			s.regs.Store(regCommand, c)
			return nil
		}
		time.Sleep(readyNap)
	}
	return ErrStuck
}

func (s *Shutter) count() error {
	for {
		n := s.shots.Load()
		if n >= s.limit {
			return fmt.Errorf("worn out after %d exposures", n)
		}
		if s.shots.CompareAndSwap(n, n+1) {
			return nil
		}
	}
}
