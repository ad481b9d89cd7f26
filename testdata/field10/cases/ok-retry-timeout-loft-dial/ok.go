// Package ok asks a pigeon loft which birds have come home, over one kept connection.
// Two layers repeat, but not the same thing: connect dials again, and a loft that cannot be reached
// is final for the loop outside, which repeats only questions on a connection that broke.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// ErrBroken is returned by a Line that broke in the middle of a question.
var ErrBroken = errors.New("line broke")

// ErrUnreachable means that no connection could be made.
var ErrUnreachable = errors.New("loft cannot be reached")

const (
	dials       = 3
	dialTimeout = 2 * time.Second
	questions   = 3
	askTimeout  = 3 * time.Second
	wholeBudget = 35 * time.Second // more than all dials, questions and pauses together
)

// Line is a connection to the loft. Ask obeys the deadline of its context and only reads.
type Line interface {
	Ask(ctx context.Context, ring string) (home bool, err error)
	Close() error
}

// Loft is a client with one line.
type Loft struct {
	dial func(ctx context.Context) (Line, error)

	mu   sync.Mutex // held only to look at line or change it
	line Line
}

// New returns a Loft whose lines are made by dial.
func New(dial func(ctx context.Context) (Line, error)) *Loft { return &Loft{dial: dial} }

// Home reports whether the bird with the given ring is back.
func (l *Loft) Home(ctx context.Context, ring string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, wholeBudget)
	defer cancel()
	for n := 1; ; n++ {
		home, err := l.ask(ctx, ring)
		if err == nil {
			return home, nil
		}
		if n == questions || ctx.Err() != nil || !errors.Is(err, ErrBroken) {
			return false, fmt.Errorf("bird %s: %w", ring, err)
		}
		if werr := pause(ctx, n); werr != nil {
			return false, fmt.Errorf("bird %s: %w", ring, errors.Join(werr, err))
		}
	}
}

func (l *Loft) ask(ctx context.Context, ring string) (bool, error) {
	line, err := l.connect(ctx)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	home, err := line.Ask(ctx, ring)
	if err != nil {
		l.drop(line)
	}
	return home, err
}

// connect returns the line that is there, or dials a new one.
func (l *Loft) connect(ctx context.Context) (Line, error) {
	l.mu.Lock()
	line := l.line
	l.mu.Unlock()
	if line != nil {
		return line, nil
	}
	var err error
	for n := 1; n <= dials; n++ {
		if line, err = l.dialOnce(ctx); err == nil {
			return l.keep(line), nil
		}
		if n == dials || ctx.Err() != nil {
			break
		}
		if werr := pause(ctx, n); werr != nil {
			return nil, errors.Join(werr, err)
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
}

func (l *Loft) dialOnce(ctx context.Context) (Line, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return l.dial(ctx)
}

// keep makes line the one in use, unless another was quicker.
func (l *Loft) keep(line Line) Line {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.line != nil {
		_ = line.Close()
		return l.line
	}
	l.line = line
	return line
}

func (l *Loft) drop(line Line) {
	l.mu.Lock()
	if l.line == line {
		l.line = nil
	}
	l.mu.Unlock()
	_ = line.Close()
}

func pause(ctx context.Context, n int) error {
	d := 100 * time.Millisecond << min(n, 4)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d/2 + rand.N(d)):
		return nil
	}
}
