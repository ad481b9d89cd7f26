// Package ok calls the rooms of a hotel. The call is a value: each attempt works on a copy of it, so the
// limit it puts on the copy's context is gone with the copy.
package ok

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Line rings a room.
type Line interface {
	Ring(ctx context.Context, room int) (answered bool, err error)
}

// Call is one call to a room.
type Call struct {
	ctx  context.Context
	line Line
	room int
}

// NewCall prepares a call.
func NewCall(ctx context.Context, line Line, room int) Call {
	return Call{ctx: ctx, line: line, room: room}
}

func (c Call) limited(d time.Duration) (Call, context.CancelFunc) {
	var cancel context.CancelFunc
	c.ctx, cancel = context.WithTimeout(c.ctx, d)
	return c, cancel
}

func (c Call) ring() (bool, error) { return c.line.Ring(c.ctx, c.room) }

// Do rings up to three times.
func (c Call) Do() (bool, error) {
	var err error
	for n := range 3 {
		if n > 0 {
			t := time.NewTimer(time.Second + rand.N(time.Second))
			select {
			case <-c.ctx.Done():
				t.Stop()
				return false, errors.Join(c.ctx.Err(), err)
			case <-t.C:
			}
		}
		attempt, cancel := c.limited(20 * time.Second)
		var ok bool
		ok, err = attempt.ring()
		cancel()
		if err == nil {
			return ok, nil
		}
		if c.ctx.Err() != nil {
			break
		}
	}
	return false, err
}
