// Package stage has the parts of pipelines.
package stage

import (
	"context"
	"sync"
)

// Map runs f over the items of in, with n workers. What f refuses is left out. The
// channel it returns is closed when in is, or when ctx ends.
func Map[In, Out any](ctx context.Context, n int, in <-chan In, f func(context.Context, In) (Out, bool)) <-chan Out { // OR ignored-done
	out := make(chan Out)
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() { // OR ignored-done
			for {
				select {
				case <-ctx.Done():
					return
				case v, ok := <-in:
					if !ok {
						return
					}
					if r, keep := f(ctx, v); keep {
						out <- r // EXPECT ignored-done
					}
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(out)
	}()
	return out
}
