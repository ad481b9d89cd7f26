// Package flat makes texts of errors that others ask for.
package flat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var (
	// ErrBusy is returned by an Operator that asks to come again.
	ErrBusy    = errors.New("busy")
	ErrUnknown = errors.New("unknown")
	errOurs    = errors.New("ours")
)

// An Operator knows the hours.
type Operator interface {
	Hours(ctx context.Context, rink string) (string, error)
}

type site struct{ operator Operator }

func (s *site) hours(ctx context.Context, rink string) (string, error) {
	var last error
	for range 3 {
		hours, err := s.operator.Hours(ctx, rink)
		if err == nil {
			return hours, nil
		}
		last = err
		if errors.Is(err, ErrUnknown) {
			break
		}
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("hours of %q: %v", rink, last) // want `the last error of the loop is only a text here, but show asks for ErrBusy, which it may be, and never finds it; wrap it with %w`
}

func (s *site) show(ctx context.Context, rink string) string {
	hours, err := s.hours(ctx, rink)
	switch {
	case errors.Is(err, ErrUnknown):
		return "no such rink"
	case errors.Is(err, ErrBusy):
		return "busy"
	}
	return hours
}

// The cause is inside.
func (s *site) wrapped(ctx context.Context, rink string) (string, error) {
	var last error
	for range 3 {
		hours, err := s.operator.Hours(ctx, rink)
		if err == nil {
			return hours, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("hours of %q: %w", rink, last)
}

func (s *site) showWrapped(ctx context.Context, rink string) string {
	hours, err := s.wrapped(ctx, rink)
	if errors.Is(err, ErrBusy) {
		return "busy"
	}
	return hours
}

// It has a way out of its own for what is asked for.
func (s *site) own(ctx context.Context, rink string) (string, error) {
	var last error
	for range 3 {
		hours, err := s.operator.Hours(ctx, rink)
		if err == nil {
			return hours, nil
		}
		if errors.Is(err, ErrBusy) {
			return "", errors.New("come again")
		}
		last = err
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("hours of %q: %v", rink, last)
}

func (s *site) showOwn(ctx context.Context, rink string) string {
	hours, err := s.own(ctx, rink)
	if errors.Is(err, ErrBusy) {
		return "busy"
	}
	return hours
}

// What is asked for comes from elsewhere.
func (s *site) other(ctx context.Context, rink string) (string, error) {
	if err := check(rink); err != nil {
		return "", err
	}
	var last error
	for range 3 {
		hours, err := ask(ctx, rink)
		if err == nil {
			return hours, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("hours of %q: %v", rink, last)
}

func check(rink string) error {
	if rink == "" {
		return errOurs
	}
	return nil
}

func ask(ctx context.Context, rink string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return rink, errors.New("no hours")
}

func (s *site) showOther(ctx context.Context, rink string) string {
	hours, err := s.other(ctx, rink)
	if errors.Is(err, errOurs) {
		return "ours"
	}
	return hours
}
