// Package bad trims digitised films in a worker. It gives each film ten minutes and stops on
// shutdown, or so it looks from here.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"faultfield11/cases/blocking-no-ctx-reel-trimming/bad/cutter"
)

const trimBudget = 10 * time.Minute

// Reel is a digitised film with the part that is worth keeping.
type Reel struct {
	File     string
	From, To time.Duration
}

// Shelf stores finished reels.
type Shelf interface {
	Store(ctx context.Context, name string, f *os.File) error
}

// Trimmer takes reels from a channel and trims them one by one.
type Trimmer struct {
	reels <-chan Reel
	shelf Shelf
	dir   string
	log   *slog.Logger
}

// NewTrimmer returns a trimmer that works in dir.
func NewTrimmer(reels <-chan Reel, shelf Shelf, dir string, log *slog.Logger) *Trimmer {
	return &Trimmer{reels: reels, shelf: shelf, dir: dir, log: log}
}

// Run trims until ctx ends or there are no more reels.
func (t *Trimmer) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case reel, ok := <-t.reels:
			if !ok {
				return nil
			}
			if err := t.trim(ctx, reel); err != nil {
				t.log.Error("reel not trimmed", "file", reel.File, "err", err)
			}
		}
	}
}

func (t *Trimmer) trim(ctx context.Context, reel Reel) error {
	ctx, cancel := context.WithTimeout(ctx, trimBudget)
	defer cancel()

	length, err := cutter.Length(ctx, reel.File)
	if err != nil {
		return err
	}
	out := filepath.Join(t.dir, "trimmed-"+filepath.Base(reel.File))
	defer os.Remove(out)
	if err := cutter.Cut(ctx, reel.File, out, reel.From, min(reel.To, length)); err != nil {
		return err
	}
	f, err := os.Open(out)
	if err != nil {
		return fmt.Errorf("open trimmed reel: %w", err)
	}
	defer f.Close()
	return t.shelf.Store(ctx, filepath.Base(reel.File), f)
}
