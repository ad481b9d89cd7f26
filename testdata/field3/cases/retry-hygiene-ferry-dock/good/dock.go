// Package good asks for a free dock until there is one.
// The back-off only says how long the pauses are; the context says when to stop.
package good

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// ErrNone is the harbour's answer when all docks are taken.
var ErrNone = errors.New("no free dock")

// Harbour gives docks; a ferry that has one is given it again.
type Harbour interface {
	Dock(ctx context.Context, ferry string) (int, error)
}

// everMinute waits one second, two, four, … and from then on one minute, for ever.
var everMinute = wait.Backoff{
	Duration: time.Second,
	Factor:   2,
	Jitter:   0.2,
	Steps:    math.MaxInt32,
	Cap:      time.Minute,
}

// Ferry looks for a dock.
type Ferry struct {
	Name    string
	Harbour Harbour
}

// Dock returns the number of a dock. Only the end of ctx, or an error of the harbour's, stops it.
func (f *Ferry) Dock(ctx context.Context) (int, error) {
	var dock int
	ask := func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		n, err := f.Harbour.Dock(ctx, f.Name)
		if errors.Is(err, ErrNone) {
			return false, nil
		}
		dock = n
		return err == nil, err
	}
	err := everMinute.DelayFunc().Until(ctx, true, true, ask)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", f.Name, err)
	}
	return dock, nil
}
