// Package good strikes the bells of a clock tower. The loop waits for a tick or the end of the
// context, whichever is first.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Bell can be struck.
type Bell interface {
	Strike(ctx context.Context, times int) error
}

// Tower has one bell for the quarters and one for the hours.
type Tower struct {
	quarters, hours Bell
	every           time.Duration
	limit           time.Duration // for one chime
	log             *slog.Logger
	silent          chan struct{}
}

// NewTower chimes every quarter of an hour.
func NewTower(quarters, hours Bell, log *slog.Logger) *Tower {
	return &Tower{
		quarters: quarters,
		hours:    hours,
		every:    15 * time.Minute,
		limit:    time.Minute,
		log:      log,
		silent:   make(chan struct{}),
	}
}

// Start lets the tower chime until ctx ends. It is called once.
func (t *Tower) Start(ctx context.Context) {
	ticker := time.NewTicker(t.every)
	go t.run(ctx, ticker)
}

// Silent waits until the last chime is over. It is called after the context of Start has ended.
func (t *Tower) Silent(ctx context.Context) error {
	select {
	case <-t.silent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Tower) run(ctx context.Context, ticker *time.Ticker) {
	defer close(t.silent)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			if err := t.chime(ctx, now); err != nil {
				t.log.WarnContext(ctx, "no chime", "at", now, "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (t *Tower) chime(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	quarter := now.Round(t.every).Minute() / 15
	if quarter > 0 {
		return t.quarters.Strike(ctx, quarter)
	}
	if err := t.quarters.Strike(ctx, 4); err != nil {
		return fmt.Errorf("quarters: %w", err)
	}
	if err := t.hours.Strike(ctx, (now.Round(t.every).Hour()+11)%12+1); err != nil {
		return fmt.Errorf("hours: %w", err)
	}
	return nil
}
