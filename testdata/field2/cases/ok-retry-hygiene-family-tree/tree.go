// Package ok finds somebody's coat of arms in a family tree. Who has none inherits it: the function
// calls itself after ErrNone, with the parent, and the tree has an end.
package ok

import (
	"context"
	"errors"
	"time"
)

// ErrNone means that a person has no arms of their own.
var ErrNone = errors.New("no arms")

// Person of the tree.
type Person struct {
	ID     int64
	Parent *Person
}

// Rolls hold arms.
type Rolls interface {
	Arms(ctx context.Context, person int64) (string, error)
}

// Herald knows rolls.
type Herald struct{ rolls Rolls }

// Arms returns a person's arms, or those of the nearest ancestor.
func (h *Herald) Arms(ctx context.Context, p *Person) (string, error) {
	if p == nil {
		return "", ErrNone
	}
	arms, err := h.lookup(ctx, p.ID)
	if errors.Is(err, ErrNone) {
		return h.Arms(ctx, p.Parent)
	}
	return arms, err
}

func (h *Herald) lookup(ctx context.Context, id int64) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return h.rolls.Arms(ctx, id)
}
