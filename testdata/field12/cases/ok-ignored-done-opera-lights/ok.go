// Package ok plays the lighting cues of an opera. The desk is told about a cue in a goroutine
// that sends its outcome without a select. The channel has room for that one value, so the
// goroutine ends with its call even when Play has left with the context.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Cue is one change of the lights.
type Cue struct {
	Number int
	Fade   time.Duration
}

// Desk is the lighting desk.
type Desk interface {
	Fire(ctx context.Context, cue Cue) error
}

// Show plays cues.
type Show struct {
	desk  Desk
	grace time.Duration
	late  func(cue Cue)
	log   *slog.Logger
}

// Play fires the cues in order.
func (s *Show) Play(ctx context.Context, cues []Cue) error {
	for _, cue := range cues {
		if err := s.fire(ctx, cue); err != nil {
			return fmt.Errorf("cue %d: %w", cue.Number, err)
		}
	}
	return nil
}

// fire fires one cue and complains to the prompter while the desk is late with it.
func (s *Show) fire(ctx context.Context, cue Cue) error {
	ctx, cancel := context.WithTimeout(ctx, cue.Fade+4*s.grace)
	defer cancel()

	fired := make(chan error, 1)
	go func() { fired <- s.desk.Fire(ctx, cue) }()

	due := time.NewTimer(cue.Fade + s.grace)
	defer due.Stop()
	for {
		select {
		case err := <-fired:
			return err
		case <-due.C:
			s.log.WarnContext(ctx, "cue is late", "cue", cue.Number)
			s.late(cue)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
