// Package ok projects films. A pause cancels the projection and then waits for it with a bare receive.
// That is short: the projection looks at the context it was given at every frame, and nothing
// else in it can block.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Frame is one picture.
type Frame struct{ Pixels []byte }

// Reel is a film in memory.
type Reel struct {
	Title  string
	Frames []Frame
	Rate   time.Duration
}

// Lamp shows a frame at once.
type Lamp interface{ Show(f Frame) }

// ErrPlaying is returned when something is shown already.
var ErrPlaying = errors.New("projector is in use")

// Projector shows one film at a time.
type Projector struct {
	lamp Lamp

	mu   sync.Mutex
	stop context.CancelFunc
	done chan struct{}
	at   int
}

// New returns a projector that is off.
func New(lamp Lamp) *Projector { return &Projector{lamp: lamp} }

// Play shows a film from a frame on, until its end, ctx's, or Pause.
func (p *Projector) Play(ctx context.Context, r *Reel, from int) error {
	if from < 0 || from >= len(r.Frames) {
		return fmt.Errorf("%s has no frame %d", r.Title, from)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		select {
		case <-p.done: // the last film is over
			p.stop()
		default:
			return ErrPlaying
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	p.stop, p.done = cancel, done
	go func() {
		defer close(done)
		p.show(ctx, r, from)
	}()
	return nil
}

func (p *Projector) show(ctx context.Context, r *Reel, from int) {
	tick := time.NewTicker(r.Rate)
	defer tick.Stop()
	for i, frame := range r.Frames[from:] {
		p.lamp.Show(frame)
		p.mark(from + i)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (p *Projector) mark(at int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = at
}

// Pause stops what is shown and returns the frame it stopped at.
func (p *Projector) Pause(ctx context.Context) (int, error) {
	p.mu.Lock()
	stop, done := p.stop, p.done
	p.stop, p.done = nil, nil
	p.mu.Unlock()
	if stop == nil {
		return 0, errors.New("nothing is shown")
	}
	stop()
	<-done
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at, ctx.Err()
}
