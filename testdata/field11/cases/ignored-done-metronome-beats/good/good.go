// Package good sends the beat of a metronome to the headsets of an orchestra. The stop cancels
// the context of the piece, and the loop waits for the next beat and for that context.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Headset plays a click in the ear of a player.
type Headset interface {
	Seat() string
	Click(ctx context.Context, strong bool) error
}

// Metronome keeps an orchestra together.
type Metronome struct {
	headsets []Headset
	late     time.Duration
	log      *slog.Logger
}

// Tempo is how fast a piece goes and how many beats a bar has.
type Tempo struct {
	PerMinute, Bar int
}

// Start beats until stop is called or ctx ends.
func (m *Metronome) Start(ctx context.Context, t Tempo) (stop func(), err error) {
	if t.PerMinute < 1 || t.Bar < 1 {
		return nil, fmt.Errorf("tempo %d in bars of %d", t.PerMinute, t.Bar)
	}
	ctx, stop = context.WithCancel(ctx)
	go m.beat(ctx, time.Minute/time.Duration(t.PerMinute), t.Bar)
	return stop, nil
}

func (m *Metronome) beat(ctx context.Context, every time.Duration, bar int) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for n := 0; ; n++ {
		select {
		case <-ticker.C:
			m.click(ctx, n%bar == 0)
		case <-ctx.Done():
			return
		}
	}
}

func (m *Metronome) click(ctx context.Context, strong bool) {
	ctx, cancel := context.WithTimeout(ctx, m.late)
	defer cancel()
	for _, h := range m.headsets {
		if err := h.Click(ctx, strong); err != nil {
			m.log.WarnContext(ctx, "beat missed", "seat", h.Seat(), "err", err)
		}
	}
}
