// Package good cuts logs and gives up on a saw that takes too long. The helper's channel has room
// for the plank, and the saw is stopped.
package good

import (
	"context"
	"fmt"
	"time"

	"faultfield/cases/ignored-done-sawmill-cut/good/later"
)

// Plank is what comes out.
type Plank struct {
	Log   string
	Width int
}

// Saw cuts one log at a time.
type Saw interface {
	Cut(log string) (Plank, error)
	Halt()
}

// Mill has one saw.
type Mill struct {
	saw   Saw
	limit time.Duration
}

// New returns a mill that halts its saw after limit.
func New(saw Saw, limit time.Duration) *Mill { return &Mill{saw: saw, limit: limit} }

// Cut cuts logs in order.
func (m *Mill) Cut(ctx context.Context, logs []string) ([]Plank, error) {
	planks := make([]Plank, 0, len(logs))
	for _, log := range logs {
		p, err := m.one(ctx, log)
		if err != nil {
			return planks, fmt.Errorf("log %s: %w", log, err)
		}
		planks = append(planks, p)
	}
	return planks, nil
}

func (m *Mill) one(ctx context.Context, log string) (Plank, error) {
	limit := time.NewTimer(m.limit)
	defer limit.Stop()
	select {
	case cut := <-later.Do(func() (Plank, error) { return m.saw.Cut(log) }):
		return cut.Value, cut.Err
	case <-limit.C:
		m.saw.Halt()
		return Plank{}, fmt.Errorf("no plank after %s", m.limit)
	case <-ctx.Done():
		m.saw.Halt()
		return Plank{}, ctx.Err()
	}
}
