package more

import (
	"context"
	"errors"
)

type entry struct {
	text string
	err  error
}

// entries ends with the context, or when all is sent.
func entries(ctx context.Context, all []string) <-chan entry {
	out := make(chan entry)
	go func() {
		defer close(out)
		for _, s := range all {
			select {
			case out <- entry{text: s}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func printAll(ctx context.Context, lists <-chan []string, print func(context.Context, string) error) error {
	for {
		select {
		case l := <-lists:
			_ = printList(ctx, l, print)
			_ = printWhole(ctx, l, print)
			_ = printOwn(ctx, l, print)
			_ = printUntilError(ctx, l)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func printList(ctx context.Context, list []string, print func(context.Context, string) error) error {
	for e := range entries(ctx, list) { // want `the goroutine at generator.go:\d+ stays until ctx is over when this loop is left at generator.go:\d+: nobody takes what it sends then`
		if err := print(ctx, e.text); err != nil {
			return err
		}
	}
	return nil
}

func printWhole(ctx context.Context, list []string, print func(context.Context, string) error) error {
	var all error
	for e := range entries(ctx, list) {
		all = errors.Join(all, print(ctx, e.text))
	}
	return all
}

func printOwn(ctx context.Context, list []string, print func(context.Context, string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for e := range entries(ctx, list) {
		if err := print(ctx, e.text); err != nil {
			return err
		}
	}
	return nil
}

// The error is the last that comes.
func printUntilError(ctx context.Context, list []string) error {
	for e := range entries(ctx, list) {
		if e.err != nil {
			return e.err
		}
	}
	return nil
}

// PrintOnce leaves one, under a context that may end soon.
func PrintOnce(ctx context.Context, list []string, print func(context.Context, string) error) error {
	for e := range entries(ctx, list) {
		if err := print(ctx, e.text); err != nil {
			return err
		}
	}
	return nil
}
