// Package good rings the bells of a town by a plan. Stop gives the ringers ten seconds; the report of
// the plan's goroutine fits into its channel, whether anybody waits for it or not.
package good

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// ErrStuck says that some ringer did not come down in time.
var ErrStuck = errors.New("ringers are still up")

// Ring rings a bell once.
type Ring func(ctx context.Context, bell string) error

// Plan rings bells.
type Plan struct {
	ring    Ring
	strikes chan string
	down    chan error
	cancel  context.CancelFunc
	log     *slog.Logger
}

// Start begins to ring what Strike asks for.
func Start(ring Ring, log *slog.Logger) *Plan {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Plan{ring: ring, strikes: make(chan string), down: make(chan error, 1), cancel: cancel, log: log}
	go p.serve(ctx)
	return p
}

// Strike rings a bell, unless ctx ends before its turn.
func (p *Plan) Strike(ctx context.Context, bell string) error {
	select {
	case p.strikes <- bell:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Plan) serve(ctx context.Context) {
	var up sync.WaitGroup
	var mu sync.Mutex
	var errs error
	for ctx.Err() == nil {
		select {
		case bell := <-p.strikes:
			up.Go(func() {
				if err := p.ring(ctx, bell); err != nil {
					mu.Lock()
					defer mu.Unlock()
					errs = errors.Join(errs, err)
				}
			})
		case <-ctx.Done():
		}
	}
	up.Wait()
	p.down <- errs
	p.log.Info("all ringers are down")
}

// Stop ends the plan and returns what went wrong.
func (p *Plan) Stop() error {
	p.cancel()
	late := time.NewTimer(10 * time.Second)
	defer late.Stop()
	select {
	case err := <-p.down:
		return err
	case <-late.C:
		return ErrStuck
	}
}
