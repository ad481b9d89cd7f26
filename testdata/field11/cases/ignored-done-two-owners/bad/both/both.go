// Package both joins two contexts. The goroutine that looks at the second one does not end
// with the joined context.
package both

import "context"

// Either returns a context with the values of first that ends when first ends, when second
// ends, or when cancel is called.
func Either(first, second context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(first)
	go func() { // OR ignored-done
		<-second.Done() // EXPECT ignored-done
		cancel()
	}()
	return ctx, cancel
}
