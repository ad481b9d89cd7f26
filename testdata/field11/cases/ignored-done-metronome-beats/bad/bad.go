// Package bad sends the beat of a metronome to the headsets of an orchestra. Stopping the
// ticker does not close its channel, and the loop over the channel looks at nothing else:
// neither the stop nor the end of the context ends the goroutine of a piece.
package bad

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
	ticker := time.NewTicker(time.Minute / time.Duration(t.PerMinute))
	go m.beat(ctx, ticker, t.Bar) // OR ignored-done
	return ticker.Stop, nil       // OR ignored-done
}

func (m *Metronome) beat(ctx context.Context, ticker *time.Ticker, bar int) {
	n := 0
	for range ticker.C { // EXPECT ignored-done
		m.click(ctx, n%bar == 0)
		n++
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
