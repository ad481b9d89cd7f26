// Package ok reads the opening hours of ice rinks from a town's register.
// The loop seems to go round without a pause, a limit or a look at the context. All three are in the iterator it ranges
// over: attempts yields at once, waits before each further number, and stops when ctx ends or the tries are used up.
package ok

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

const (
	maxTries = 5
	tryLimit = 3 * time.Second
	first    = 200 * time.Millisecond
	most     = 2 * time.Second
)

// ErrClosed means that the register does not know the rink.
var ErrClosed = errors.New("no such rink")

// Register answers questions about rinks.
type Register interface {
	Hours(ctx context.Context, rink string) (string, error)
}

// Hours returns the opening hours of a rink.
func Hours(ctx context.Context, reg Register, rink string) (string, error) {
	var err error
	for range attempts(ctx) {
		var hours string
		hours, err = ask(ctx, reg, rink)
		if err == nil {
			return hours, nil
		}
		if errors.Is(err, ErrClosed) {
			return "", err
		}
	}
	return "", fmt.Errorf("hours of %s: %w", rink, errors.Join(err, ctx.Err()))
}

// All returns the hours of the rinks, "unknown" for those the register does not know.
func All(ctx context.Context, reg Register, rinks []string) (map[string]string, error) {
	all := make(map[string]string, len(rinks))
	for _, rink := range rinks {
		hours, err := Hours(ctx, reg, rink)
		if errors.Is(err, ErrClosed) {
			all[rink] = "unknown"
			continue
		}
		if err != nil {
			return nil, err
		}
		all[rink] = hours
	}
	return all, nil
}

func ask(ctx context.Context, reg Register, rink string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return reg.Hours(ctx, rink)
}

// attempts yields the numbers of the tries, with growing pauses between them.
func attempts(ctx context.Context) iter.Seq[int] {
	return func(yield func(int) bool) {
		pause := first
		for try := 1; yield(try) && try < maxTries; try++ {
			t := time.NewTimer(pause/2 + rand.N(pause))
			select {
			case <-ctx.Done():
				t.Stop()
				return
			case <-t.C:
			}
			pause = min(2*pause, most)
		}
	}
}
