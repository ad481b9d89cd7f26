// Package bad plays the light cues of a circus programme at their times. The break in the
// Done case leaves the select and not the loop: after a stop every remaining cue is fired
// at once, without the pauses that should lie between them.
package bad

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"
)

// ErrNoCues is returned for an empty programme.
var ErrNoCues = errors.New("programme has no cues")

// Cue sets one lamp at a time counted from the start of the act.
type Cue struct {
	At    time.Duration
	Lamp  int
	Level uint8
}

// Desk is the light desk; setting a lamp only writes to its memory.
type Desk interface {
	Set(lamp int, level uint8)
}

// Player plays programmes on one desk.
type Player struct {
	desk Desk
	log  *slog.Logger
}

// Play plays the cues in the order of their times. It ends early with ctx.
func (p *Player) Play(ctx context.Context, cues []Cue) error {
	if len(cues) == 0 {
		return ErrNoCues
	}
	ordered := slices.Clone(cues)
	slices.SortStableFunc(ordered, func(a, b Cue) int { return cmp.Compare(a.At, b.At) })

	start := time.Now()
	next := time.NewTimer(0)
	defer next.Stop()
	for i, cue := range ordered { // OR ignored-done
		next.Reset(time.Until(start.Add(cue.At)))
		select {
		case <-next.C:
		case <-ctx.Done(): // OR ignored-done
			p.log.Info("act stopped", "played", i, "cues", len(ordered))
			break // EXPECT ignored-done
		}
		p.desk.Set(cue.Lamp, cue.Level)
	}
	return ctx.Err()
}
