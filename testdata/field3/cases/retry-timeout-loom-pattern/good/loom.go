// Package good sends patterns to a loom.
// Inside the operation only the caller's context makes a failure permanent.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Pattern has a number, and is stored under it.
type Pattern struct {
	Number int
	Rows   [][]bool
}

// ErrTooWide is the loom's refusal.
var ErrTooWide = errors.New("pattern too wide")

// Loom takes patterns.
type Loom interface {
	Load(ctx context.Context, p Pattern) (rows int, err error)
}

// Weaver loads patterns.
type Weaver struct {
	loom    Loom
	perLoad time.Duration
	tries   uint
}

// NewWeaver returns a weaver who is used to the loom.
func NewWeaver(l Loom) *Weaver { return &Weaver{loom: l, perLoad: 5 * time.Second, tries: 4} }

// Load returns how many rows the loom has taken.
func (w *Weaver) Load(ctx context.Context, p Pattern) (int, error) {
	n, err := backoff.Retry(ctx, func() (int, error) {
		loadCtx, cancel := context.WithTimeout(ctx, w.perLoad)
		defer cancel()
		n, err := w.loom.Load(loadCtx, p)
		switch {
		case err == nil:
			return n, nil
		case errors.Is(err, ErrTooWide), ctx.Err() != nil:
			return 0, backoff.Permanent(err)
		}
		return 0, err
	}, backoff.WithMaxTries(w.tries), backoff.WithMaxElapsedTime(time.Minute))
	if err != nil {
		return 0, fmt.Errorf("pattern %d: %w", p.Number, err)
	}
	return n, nil
}
