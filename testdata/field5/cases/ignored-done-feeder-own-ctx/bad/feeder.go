// Package feeder passes new checkpoints of transparency logs on to witnesses.
package feeder

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"faultfield5/cases/ignored-done-feeder-own-ctx/bad/witness"
)

// Source returns a log's newest checkpoint.
type Source interface {
	Latest(ctx context.Context) ([]byte, error)
}

// Witness co-signs checkpoints.
type Witness interface {
	Update(ctx context.Context, checkpoint []byte) ([]byte, error)
}

var _ Witness = (*witness.Client)(nil)

// Feeder serves one log.
type Feeder struct {
	source   Source
	witness  Witness
	interval time.Duration
	log      *slog.Logger
}

// New returns a feeder.
func New(s Source, w Witness, interval time.Duration, log *slog.Logger) *Feeder {
	return &Feeder{source: s, witness: w, interval: interval, log: log}
}

// Run feeds until ctx ends.
func (f *Feeder) Run(ctx context.Context) error {
	ticker := time.NewTicker(f.interval)
	defer ticker.Stop()
	for {
		if err := f.feedOnce(ctx); err != nil {
			f.log.WarnContext(ctx, "feed", "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

func (f *Feeder) feedOnce(ctx context.Context) error {
	checkpoint, err := f.source.Latest(ctx)
	if err != nil {
		return fmt.Errorf("latest checkpoint: %w", err)
	}
	if _, err := f.witness.Update(ctx, checkpoint); err != nil {
		return fmt.Errorf("witness: %w", err)
	}
	return nil
}
