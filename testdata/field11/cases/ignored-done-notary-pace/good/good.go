// Package good has deeds sealed by a notary's service, which takes a few a second. The client
// obeys that through package pace.
package good

import (
	"context"
	"fmt"
	"time"

	"faultfield11/cases/ignored-done-notary-pace/good/pace"
)

// Seal proves a deed.
type Seal struct {
	Number string
	At     time.Time
}

// Notary is the service.
type Notary interface {
	Seal(ctx context.Context, deed []byte) (Seal, error)
}

// Registry has deeds sealed.
type Registry struct {
	notary Notary
	pace   *pace.Pace
	limit  time.Duration
}

// NewRegistry returns a registry that asks for at most perSecond seals a second.
func NewRegistry(n Notary, perSecond int, limit time.Duration) *Registry {
	return &Registry{notary: n, pace: pace.New(time.Second / time.Duration(max(perSecond, 1))), limit: limit}
}

// Record has all deeds sealed, in their order.
func (r *Registry) Record(ctx context.Context, deeds [][]byte) ([]Seal, error) {
	seals := make([]Seal, 0, len(deeds))
	for i, deed := range deeds {
		if err := r.pace.Wait(ctx); err != nil {
			return seals, fmt.Errorf("deed %d: %w", i, err)
		}
		seal, err := r.seal(ctx, deed)
		if err != nil {
			return seals, fmt.Errorf("deed %d: %w", i, err)
		}
		seals = append(seals, seal)
	}
	return seals, nil
}

func (r *Registry) seal(ctx context.Context, deed []byte) (Seal, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	return r.notary.Seal(ctx, deed)
}
