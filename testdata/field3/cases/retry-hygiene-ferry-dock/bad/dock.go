// Package bad asks for a free dock until there is one.
// The steps are as many as an int32 holds, so that it never ends. But the back-off stops at its
// cap: after the sixth question, a minute in, the ferry is told that its time is up.
package bad

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
var everMinute = wait.Backoff{ // EXPECT retry-hygiene
	Duration: time.Second,
	Factor:   2,
	Jitter:   0.2,
	Steps:    math.MaxInt32, // OR retry-hygiene
	Cap:      time.Minute,   // OR retry-hygiene
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
	err := wait.ExponentialBackoffWithContext(ctx, everMinute, ask) // OR retry-hygiene
	if err != nil {
		return 0, fmt.Errorf("%s: %w", f.Name, err)
	}
	return dock, nil
}
