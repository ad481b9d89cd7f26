package a

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

var (
	errBroken  = errors.New("line broke")
	errNoLine  = errors.New("no line")
	errTooLate = errors.New("too late")
)

type refusal struct{ err error }

func (r *refusal) Error() string { return r.err.Error() }

type lines struct {
	client *http.Client
	dial   func(ctx context.Context) error
}

// connect gives up with an error of its own.
func (l *lines) connect(ctx context.Context) error {
	var err error
	for try := range 3 {
		if err = l.dialOnce(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second << try)
	}
	return fmt.Errorf("%w: %w", errNoLine, err)
}

func (l *lines) dialOnce(ctx context.Context) error { return l.dial(ctx) }

func (l *lines) ask(ctx context.Context) error {
	if err := l.connect(ctx); err != nil {
		return err
	}
	return l.dial(ctx)
}

// hand gives up with the last failure.
func (l *lines) hand(ctx context.Context) error {
	var err error
	for try := range 3 {
		if err = l.dialOnce(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second << try)
	}
	return err
}

// gives gives up with what is repeated.
func (l *lines) gives(ctx context.Context) error {
	for try := range 3 {
		if l.dialOnce(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second << try)
	}
	return errBroken
}

// typed gives up with a type of its own.
func (l *lines) typed(ctx context.Context) error {
	var err error
	for try := range 3 {
		if err = l.dialOnce(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second << try)
	}
	return &refusal{err}
}

// Only a line that broke is asked again, and connect does not fail with that.
func (l *lines) broke(ctx context.Context) error {
	for n := 1; ; n++ {
		err := l.ask(ctx)
		if err == nil || n == 3 || !errors.Is(err, errBroken) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func isBroken(err error) bool { return errors.Is(err, errBroken) }

func (l *lines) brokeByHelper(ctx context.Context) (err error) {
	for range 3 {
		if err = l.ask(ctx); !isBroken(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// All but what connect gives up with is repeated.
func (l *lines) unless(ctx context.Context) (err error) {
	for range 3 {
		if err = l.ask(ctx); err == nil || errors.Is(err, errNoLine) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (l *lines) unlessTyped(ctx context.Context) (err error) {
	for range 3 {
		err = l.typed(ctx)
		var r *refusal
		if err == nil || errors.As(err, &r) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// What the inner retry gives up with leads to another round.
func (l *lines) brokeAgain(ctx context.Context) error {
	for n := 1; ; n++ {
		err := l.gives(ctx) // want `tries up to 3 times by itself, and the loop at finals.go:\d+ repeats that: 3 × 3 = 9 attempts`
		if err == nil || n == 3 || !errors.Is(err, errBroken) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (l *lines) unlessLate(ctx context.Context) (err error) {
	for range 3 {
		if err = l.ask(ctx); err == nil || errors.Is(err, errTooLate) { // want `tries up to 3 times by itself, and the loop at finals.go:\d+ repeats that: 3 × 3 = 9 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (l *lines) unlessLast(ctx context.Context) (err error) {
	for range 3 {
		if err = l.hand(ctx); err == nil || errors.Is(err, errNoLine) { // want `tries up to 3 times by itself, and the loop at finals.go:\d+ repeats that: 3 × 3 = 9 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The failure of the inner retry leaves the loop, after a line for the log.
func (l *lines) logged(ctx context.Context, log func(...any)) (err error) {
	for range 3 {
		if err = l.hand(ctx); err != nil {
			log("no line", err)
			return err
		}
		if err = l.dial(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
