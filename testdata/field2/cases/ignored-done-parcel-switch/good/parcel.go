// Package good sorts parcels by their state. The end of the context ends the loop.
package good

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrEmpty says that there is no parcel at the moment.
var ErrEmpty = errors.New("belt is empty")

// Parcel is something on the belt.
type Parcel struct {
	Code  string
	Heavy bool
}

// Belt brings parcels; Next waits a moment for one.
type Belt interface {
	Next(ctx context.Context) (Parcel, error)
}

// Chute takes parcels away.
type Chute interface {
	Push(ctx context.Context, p Parcel) error
}

// Sorter sorts parcels.
type Sorter struct {
	belt         Belt
	light, heavy Chute
	log          *slog.Logger
}

// Sort runs until ctx ends.
func (s *Sorter) Sort(ctx context.Context) {
	defer s.log.InfoContext(ctx, "sorter left")
	for {
		p, err := s.belt.Next(ctx)
		switch {
		case ctx.Err() != nil:
			s.log.InfoContext(ctx, "sorter stops", "cause", context.Cause(ctx))
			return
		case errors.Is(err, ErrEmpty):
			// Next has waited already.
		case err != nil:
			s.log.WarnContext(ctx, "belt", "err", err)
			select {
			case <-time.After(time.Second + rand.N(time.Second)):
			case <-ctx.Done():
			}
		default:
			s.place(ctx, p)
		}
	}
}

func (s *Sorter) place(ctx context.Context, p Parcel) {
	chute := s.light
	if p.Heavy {
		chute = s.heavy
	}
	if err := chute.Push(ctx, p); err != nil {
		s.log.ErrorContext(ctx, "place parcel", "code", p.Code, "err", err)
	}
}
