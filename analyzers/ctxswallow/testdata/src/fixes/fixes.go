package fixes

import (
	"context"
	"errors"
)

func byDone(ctx context.Context, in <-chan int) ([]int, error) {
	var out []int
	for {
		select {
		case <-ctx.Done():
			return out, nil // want `returns a nil error when ctx is over`
		case v, ok := <-in:
			if !ok {
				return out, nil
			}
			out = append(out, v)
		}
	}
}

func byError(ctx context.Context, load func(context.Context) (string, error)) (string, error) {
	s, err := load(ctx)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return "", nil // want `returns a nil error when the call was cancelled`
		}
		return "", err
	}
	return s, nil
}
