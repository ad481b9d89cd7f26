// Package good keeps a building's lifts apart at night, turn by turn, until its context is
// over.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Lift can be sent to a floor.
type Lift interface {
	Floor(ctx context.Context) (int, error)
	Send(ctx context.Context, floor int) error
}

// Building has lifts.
type Building struct {
	lifts  []Lift
	floors int
	log    *slog.Logger
	wg     sync.WaitGroup
	stop   context.CancelFunc
}

// NewBuilding returns a building.
func NewBuilding(floors int, log *slog.Logger, lifts ...Lift) *Building {
	return &Building{lifts: lifts, floors: floors, log: log}
}

// Night starts to spread the lifts.
func (b *Building) Night(every time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	b.stop = cancel
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		b.spread(ctx, every)
	}()
}

// Morning ends the night.
func (b *Building) Morning() {
	b.stop()
	b.wg.Wait()
}

func (b *Building) spread(ctx context.Context, every time.Duration) {
	turn := time.NewTicker(every)
	defer turn.Stop()
	for {
		select {
		case <-turn.C:
		case <-ctx.Done():
			return
		}
		for i, lift := range b.lifts {
			if err := b.park(ctx, lift, i*b.floors/len(b.lifts)); err != nil {
				b.log.Warn("lift not parked", "lift", i, "err", err)
			}
		}
	}
}

func (b *Building) park(ctx context.Context, lift Lift, floor int) error {
	at, err := lift.Floor(ctx)
	if err != nil {
		return fmt.Errorf("ask floor: %w", err)
	}
	if at == floor {
		return nil
	}
	return lift.Send(ctx, floor)
}
