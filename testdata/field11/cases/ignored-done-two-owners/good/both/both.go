// Package both joins two contexts. The second one is looked at with AfterFunc, which cancel
// takes back: nothing is left of a joined context after that.
package both

import "context"

// Either returns a context with the values of first that ends when first ends, when second
// ends, or when cancel is called.
func Either(first, second context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, end := context.WithCancel(first)
	stop := context.AfterFunc(second, end)
	return ctx, func() {
		stop()
		end()
	}
}
