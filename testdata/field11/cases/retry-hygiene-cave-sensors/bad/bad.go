// Package bad keeps the readings of cave sensors fresh; each sensor is polled by its own loop.
// The pause doubles with every failure in a row and is cut at ten minutes afterwards. After 34 failures the
// product no longer fits a Duration: it turns negative, passes the cut, and the loop pauses no more.
package bad

import (
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	pollEvery = 30 * time.Second
	pollLimit = 5 * time.Second
	mostPause = 10 * time.Minute
)

// Reading is what a sensor measured.
type Reading struct {
	CO2, Humidity float64
	At            time.Time
}

// Sensor is reached through a radio gateway.
type Sensor interface {
	Name() string
	Read(ctx context.Context) (Reading, error)
}

// Board holds the last reading of each sensor.
type Board struct {
	mu   sync.Mutex
	last map[string]Reading
	log  *slog.Logger
}

// NewBoard returns an empty board.
func NewBoard(log *slog.Logger) *Board {
	return &Board{last: make(map[string]Reading), log: log}
}

// Run polls the sensors until ctx ends.
func (b *Board) Run(ctx context.Context, sensors []Sensor) {
	var wg sync.WaitGroup
	for _, s := range sensors {
		wg.Go(func() { b.follow(ctx, s) })
	}
	wg.Wait()
}

func (b *Board) follow(ctx context.Context, s Sensor) {
	timer := time.NewTimer(rand.N(pollEvery))
	defer timer.Stop()
	failures := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := b.poll(ctx, s); err != nil {
			failures++
			d := pause(failures) // OR retry-hygiene
			b.log.Warn("sensor not read", "sensor", s.Name(), "failures", failures, "next", d, "err", err)
			timer.Reset(d) // OR retry-hygiene
			continue
		}
		failures = 0
		timer.Reset(pollEvery)
	}
}

func (b *Board) poll(ctx context.Context, s Sensor) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	r, err := s.Read(ctx)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last[s.Name()] = r
	return nil
}

// pause returns one, two, four... seconds and up to a fifth more.
func pause(failures int) time.Duration {
	d := time.Duration(math.Pow(2, float64(failures-1))) * time.Second // EXPECT retry-hygiene
	if d > mostPause {                                                 // OR retry-hygiene
		d = mostPause
	}
	return d + time.Duration(0.2*rand.Float64()*float64(d))
}
