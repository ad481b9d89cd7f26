package more

import "context"

// The goroutine stays after release.
func both(ctx, other context.Context, why error) (context.Context, context.CancelFunc) {
	merged, cancel := context.WithCancelCause(ctx)
	go func() {
		select { // want `the goroutine waits for the end of ctx, not of the context that is made from it: it stays after the cancel function which both returns has been called, as long as ctx lasts; wait for the Done of the context that is returned`
		case <-other.Done():
			cancel(why)
		case <-ctx.Done():
		}
	}()
	return merged, func() { cancel(context.Canceled) }
}

func bothPlain(other, ctx context.Context) (context.Context, context.CancelFunc) {
	merged, cancel := context.WithCancel(ctx)
	go func() {
		select { // want `the goroutine waits for the end of ctx`
		case <-ctx.Done():
			return
		case <-other.Done():
			cancel()
		}
	}()
	return merged, cancel
}

func bothRight(ctx, other context.Context) (context.Context, context.CancelFunc) {
	merged, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-other.Done():
			cancel()
		case <-merged.Done():
		}
	}()
	return merged, cancel
}

func bothShadowed(ctx, other context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-other.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// A channel is closed by the release.
func bothChannel(ctx, other context.Context) (context.Context, func()) {
	merged, cancel := context.WithCancel(ctx)
	released := make(chan struct{})
	go func() {
		select {
		case <-other.Done():
			cancel()
		case <-ctx.Done():
		case <-released:
		}
	}()
	return merged, func() { cancel(); close(released) }
}

// Nobody can release it before.
func bothHeld(ctx, other context.Context, f func(context.Context)) {
	merged, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-other.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	f(merged)
}
