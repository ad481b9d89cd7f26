// Package drums plays a score on electric kettle drums.
package drums

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Beat is one stroke of a score.
type Beat struct {
	Drum  int
	Force uint8
	After time.Duration
}

// Kit strikes drums.
type Kit interface {
	Strike(drum int, force uint8) error
	Mute() error
}

// Player plays scores on one kit; skip and pause come from the pedals.
type Player struct {
	kit   Kit
	skip  <-chan struct{}
	pause <-chan bool
	log   *slog.Logger
}

// Play plays a score to its end, or until ctx ends. The drums are mute afterwards.
func (p *Player) Play(ctx context.Context, score []Beat) (played int, err error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C

strokes:
	for _, b := range score {
		timer.Reset(b.After)
	wait:
		for {
			select {
			case <-timer.C:
				break wait
			case <-p.skip:
				continue strokes
			case on := <-p.pause:
				if on && !p.resumed(ctx) {
					break strokes
				}
			case <-ctx.Done():
				break strokes
			}
		}
		if err := p.kit.Strike(b.Drum, b.Force); err != nil {
			return played, fmt.Errorf("strike drum %d: %w", b.Drum, err)
		}
		played++
	}
	if err := p.kit.Mute(); err != nil {
		return played, fmt.Errorf("mute: %w", err)
	}
	if ctx.Err() != nil {
		p.log.Info("score broken off", "played", played, "of", len(score))
	}
	return played, ctx.Err()
}

// resumed waits for the pedal to end the pause; it returns false if ctx ends first.
func (p *Player) resumed(ctx context.Context) bool {
	for {
		select {
		case on := <-p.pause:
			if !on {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}
