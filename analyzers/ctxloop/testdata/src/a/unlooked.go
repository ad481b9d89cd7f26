package a

import (
	"context"
	"io"
	"os"
	"time"
)

type asker interface {
	Ask(ctx context.Context, q string) (string, error)
	Tell(s string) error
}

func asksForEver(ctx context.Context, a asker) {
	for { // want `nothing leaves this loop, so asksForEver goes on`
		a.Ask(ctx, "who?")
	}
}

func tellsForEver(ctx context.Context, a asker) error {
	for { // want `nothing leaves this loop, so tellsForEver goes on for ever when ctx is over`
		if err := a.Tell("me"); err != nil {
			continue
		}
		time.Sleep(time.Millisecond)
	}
}

func writesForEver(ctx context.Context, w io.Writer) {
	for { // want `nothing leaves this loop, so writesForEver goes on`
		w.Write([]byte("x"))
	}
}

// Its error leads out.
func tellsUntilFailure(ctx context.Context, a asker) error {
	for {
		if err := a.Tell("me"); err != nil {
			return err
		}
	}
}

// The end of the process is its end.
func tellsUntilExit(ctx context.Context, a asker) {
	for {
		if err := a.Tell("me"); err != nil {
			os.Exit(1)
		}
	}
}

// It looks.
func tellsWhile(ctx context.Context, a asker) {
	for {
		if ctx.Err() != nil {
			return
		}
		a.Tell("me")
	}
}

// It takes none.
func tellsAlways(a asker) {
	for {
		a.Tell("me")
	}
}

// Nor does this one.
func spawns(ctx context.Context, a asker) {
	go func() {
		for {
			a.Tell("me")
		}
	}()
}
