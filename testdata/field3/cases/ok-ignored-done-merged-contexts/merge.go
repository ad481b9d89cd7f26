// Package ok talks to a telescope. A call ends with its caller's context or with the
// telescope's own, which is kept in a field: the call's context is derived from the
// caller's, and cancelled by the other.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrClosed says that the telescope was closed during the call.
var ErrClosed = errors.New("telescope closed")

// Link sends commands.
type Link interface {
	Send(ctx context.Context, command string) (string, error)
}

// Telescope is connected.
type Telescope struct {
	life   context.Context
	retire context.CancelCauseFunc
	link   Link
	limit  time.Duration
}

// Connect makes a telescope that lives until Close.
func Connect(link Link, limit time.Duration) *Telescope {
	life, retire := context.WithCancelCause(context.Background())
	return &Telescope{life: life, retire: retire, link: link, limit: limit}
}

// Close ends all calls.
func (t *Telescope) Close() { t.retire(ErrClosed) }

func (t *Telescope) bind(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	unhook := context.AfterFunc(t.life, func() { cancel(context.Cause(t.life)) })
	return ctx, func() {
		unhook()
		cancel(nil)
	}
}

// Point points the telescope.
func (t *Telescope) Point(ctx context.Context, star string) error {
	ctx, release := t.bind(ctx)
	defer release()
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	reply, err := t.link.Send(ctx, "POINT "+star)
	if err != nil {
		if errors.Is(context.Cause(ctx), ErrClosed) {
			return ErrClosed
		}
		return fmt.Errorf("point to %s: %w", star, err)
	}
	if reply != "OK" {
		return fmt.Errorf("point to %s: %s", star, reply)
	}
	return nil
}
