// Package ok is the run of a command that prints posters on a plotter. After an interrupt it
// still moves the pen home, under a context that the interrupt does not end. That is right: the
// cleanup has a limit, and stop is called first, so that a second interrupt kills the
// process as it would have without the handler.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

const homing = 15 * time.Second

// Plotter is the machine. Its calls end with their context.
type Plotter interface {
	Draw(ctx context.Context, line string) error
	Home(ctx context.Context) error
}

// Main prints the lines and returns the exit status.
func Main(p Plotter, lines []string, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	err := draw(ctx, p, lines)
	if ctx.Err() != nil {
		fmt.Fprintln(errOut, "poster: stopped, moving the pen home; interrupt again to leave it")
	}
	stop()
	err = errors.Join(err, home(ctx, p))
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return 130
	}
	fmt.Fprintln(errOut, "poster:", err)
	return 1
}

func draw(ctx context.Context, p Plotter, lines []string) error {
	for n, line := range lines {
		if err := p.Draw(ctx, line); err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	return nil
}

// home leaves the pen where the next poster expects it, also after an interrupt.
func home(ctx context.Context, p Plotter) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), homing)
	defer cancel()
	if err := p.Home(ctx); err != nil {
		return fmt.Errorf("move pen home: %w", err)
	}
	return nil
}
