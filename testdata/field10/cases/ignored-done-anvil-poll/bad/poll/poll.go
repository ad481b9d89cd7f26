// Package poll asks again and again until something is ready. It looks at the context between
// two questions, but sleeps through its end.
package poll

import (
	"context"
	"time"
)

// Until asks until the answer is final and returns it. It gives up with the first error or
// with ctx.
func Until[T any](ctx context.Context, every time.Duration, ask func(context.Context) (answer T, final bool, err error)) (T, error) {
	for {
		answer, final, err := ask(ctx)
		if final || err != nil {
			return answer, err
		}
		if err := ctx.Err(); err != nil {
			return answer, err
		}
		time.Sleep(every) // EXPECT ignored-done
	}
}
