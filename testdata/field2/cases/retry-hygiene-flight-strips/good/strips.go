// Package good prints the strips of a small airfield's tower.
// Only what may pass is tried again.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Strip is about one flight. Its number makes printing it twice harmless.
type Strip struct {
	Number   int64
	CallSign string
	Level    int
}

// Printer is the generated client's method.
type Printer interface {
	Print(ctx context.Context, s *Strip) error
}

// Tower prints.
type Tower struct {
	printer Printer
	tries   int
}

// Print prints a strip.
func (t *Tower) Print(ctx context.Context, s *Strip) error {
	var err error
	for try := 1; try <= t.tries; try++ {
		if err = t.once(ctx, s); err == nil {
			return nil
		}
		switch status.Code(err) {
		case codes.Canceled:
			return err
		case codes.NotFound, codes.InvalidArgument, codes.PermissionDenied:
			return fmt.Errorf("strip %d: %w", s.Number, err)
		case codes.Unavailable:
		default:
			if ctx.Err() != nil {
				return err
			}
		}
		if try < t.tries && !pause(ctx, try) {
			return errors.Join(ctx.Err(), err)
		}
	}
	return fmt.Errorf("strip %d: %w", s.Number, err)
}

func (t *Tower) once(ctx context.Context, s *Strip) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return t.printer.Print(ctx, s)
}

func pause(ctx context.Context, try int) bool {
	t := time.NewTimer(time.Second<<min(try, 3) + rand.N(time.Second))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
