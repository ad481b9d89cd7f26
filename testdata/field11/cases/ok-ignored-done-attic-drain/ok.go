// Package ok looks for a chest in an attic. Once it is found the walker is cancelled, and the
// rest of its channel is received without a look at any context: the walker closes the
// channel when it sees the cancel, so the drain is short, and no goroutine is left after it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// ErrNotFound says that the attic holds no such chest.
var ErrNotFound = errors.New("chest not found")

// Chest is something with a label.
type Chest struct {
	Path  string
	Label string
}

// Attic is a tree of labels.
type Attic struct {
	tree fs.FS
}

// Find returns the first chest that fits.
func (a *Attic) Find(ctx context.Context, fits func(Chest) bool) (Chest, error) {
	walkCtx, cancel := context.WithCancel(ctx)
	chests, failed := a.walk(walkCtx)
	defer func() {
		cancel()
		for range chests {
		}
	}()

	for c := range chests {
		if fits(c) {
			return c, nil
		}
	}
	if err := <-failed; err != nil {
		return Chest{}, fmt.Errorf("search attic: %w", err)
	}
	return Chest{}, ErrNotFound
}

// walk sends chests until the tree or ctx ends, then closes the channel and says why.
func (a *Attic) walk(ctx context.Context) (<-chan Chest, <-chan error) {
	chests := make(chan Chest)
	failed := make(chan error, 1)
	go func() {
		defer close(chests)
		failed <- fs.WalkDir(a.tree, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return ctx.Err()
			}
			label, err := fs.ReadFile(a.tree, path)
			if err != nil {
				return err
			}
			select {
			case chests <- Chest{Path: path, Label: string(label)}:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	return chests, failed
}
