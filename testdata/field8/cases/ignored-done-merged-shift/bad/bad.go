// Package bad answers calls for as long as both the caller and the operator's shift last. The
// goroutine that ties the two contexts together waits for the end of the call's parent or of the
// shift, but not for the release: it stays behind after every call, until the shift is over.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// ErrShiftOver is the cause when the shift ended first.
var ErrShiftOver = errors.New("shift is over")

// both returns a context that ends with ctx, with other, or with the call of release.
func both(ctx, other context.Context, why error) (context.Context, context.CancelFunc) {
	merged, cancel := context.WithCancelCause(ctx)
	go func() { // OR ignored-done
		select { // EXPECT ignored-done
		case <-other.Done():
			cancel(why)
		case <-ctx.Done(): // OR ignored-done
		}
	}()
	return merged, func() { cancel(context.Canceled) }
}

// Line is an open call.
type Line interface {
	Next(ctx context.Context) (question string, err error)
	Say(ctx context.Context, text string) error
}

// Book knows answers.
type Book interface {
	Answer(ctx context.Context, question string) (string, error)
}

// Operator answers calls during a shift.
type Operator struct {
	shift context.Context // ends in the evening
	book  Book
	log   *slog.Logger
}

// Serve answers the questions of one call. ctx is the context of the switchboard.
func (o *Operator) Serve(ctx context.Context, line Line) error {
	ctx, release := both(ctx, o.shift, ErrShiftOver) // OR ignored-done
	defer release()
	for n := 0; ; n++ {
		question, err := line.Next(ctx)
		if err != nil {
			if errors.Is(context.Cause(ctx), ErrShiftOver) {
				return ErrShiftOver
			}
			return fmt.Errorf("after %d answers: %w", n, err)
		}
		text, err := o.book.Answer(ctx, question)
		if err != nil {
			o.log.WarnContext(ctx, "no answer", "question", question, "err", err)
			text = "Please ask again tomorrow."
		}
		if err := line.Say(ctx, text); err != nil {
			return fmt.Errorf("say: %w", err)
		}
	}
}
