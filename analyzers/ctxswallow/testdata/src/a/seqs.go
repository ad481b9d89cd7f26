package a

import (
	"context"
	"iter"
	"log"
)

type drawers interface {
	Sheets(ctx context.Context, drawer string) ([]string, error)
}

// The end of the context looks like the end of the sheets.
func sheetsOf(ctx context.Context, d drawers, names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, n := range names {
			if ctx.Err() != nil {
				log.Print("stopped")
				return // want `when ctx is over the iterator stops without an error, although it gives one beside each item: whoever ranges over it takes what has come for all there is; yield ctx.Err\(\) before the return`
			}
			list, err := d.Sheets(ctx, n)
			if err != nil {
				yield("", err)
				return
			}
			for _, s := range list {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// What happens is followed until the context is over.
func fromChannel(ctx context.Context, ch <-chan string, errs <-chan error) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case err := <-errs:
				yield("", err)
				return
			case s, ok := <-ch:
				if !ok || !yield(s, nil) {
					return
				}
			}
		}
	}
}

func sheetsPaced(ctx context.Context, d drawers, names []string, pace <-chan struct{}) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, n := range names {
			select {
			case <-ctx.Done():
				return // want `when ctx is over the iterator stops without an error`
			case <-pace:
			}
			list, err := d.Sheets(ctx, n)
			if err != nil || len(list) > 0 && !yield(list[0], nil) {
				yield("", err)
				return
			}
		}
	}
}

func sheetsRight(ctx context.Context, d drawers, names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, n := range names {
			if err := ctx.Err(); err != nil {
				yield("", err)
				return
			}
			list, err := d.Sheets(ctx, n)
			if err != nil {
				yield("", err)
				return
			}
			for _, s := range list {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// Who ranges over it asks.
func sheetsAsked(ctx context.Context, d drawers, names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, n := range names {
			if ctx.Err() != nil {
				return
			}
			if list, err := d.Sheets(ctx, n); err != nil || !yield(list[0], nil) {
				yield("", err)
				return
			}
		}
	}
}

func asks(ctx context.Context, d drawers) (n int, err error) {
	for _, err := range sheetsAsked(ctx, d, nil) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, ctx.Err()
}

// It gives no errors.
func follows(ctx context.Context, ch <-chan string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-ch:
				if !yield(s, true) {
					return
				}
			}
		}
	}
}
