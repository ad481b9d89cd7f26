// Package poll asks again and again until something is ready or the context ends, in whatever
// it is doing at that moment.
package poll

import (
	"context"
	"time"
)

// Until asks until the answer is final and returns it. It gives up with the first error or
// with ctx.
func Until[T any](ctx context.Context, every time.Duration, ask func(context.Context) (answer T, final bool, err error)) (T, error) {
	pause := time.NewTicker(every)
	defer pause.Stop()
	for {
		answer, final, err := ask(ctx)
		if final || err != nil {
			return answer, err
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return answer, ctx.Err()
		}
	}
}
