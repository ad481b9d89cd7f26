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

// It waits for the other alone.
func either(first, second context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(first)
	go func() {
		<-second.Done() // want `the goroutine waits for the end of second alone: it stays after the cancel function which either returns has been called`
		cancel()
	}()
	return ctx, cancel
}

func eitherCause(first, second context.Context, why error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(first)
	go func() {
		<-second.Done() // want `the goroutine waits for the end of second alone`
		cancel(why)
	}()
	return ctx, func() { cancel(nil) }
}

type riding struct{ open context.Context }

func (r riding) request(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-r.open.Done(): // want `the goroutine waits for the end of r.open alone`
		}
		cancel()
	}()
	return ctx, cancel
}

func untilStop(ctx context.Context, stop <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-stop // want `the goroutine waits for stop alone`
		cancel()
	}()
	return ctx, cancel
}

func eitherRight(first, second context.Context) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancel(first)
	stop := context.AfterFunc(second, end)
	return ctx, func() { stop(); end() }
}

// Nothing but the other ends it, so that nothing is left before.
func untilOnly(ctx context.Context, stop <-chan struct{}) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-stop
		cancel()
	}()
	return ctx
}

// The second ends with the function.
func eitherOwn(first, second context.Context, do func(context.Context) error) error {
	second, end := context.WithCancel(second)
	defer end()
	ctx, cancel := context.WithCancel(first)
	go func() {
		<-second.Done()
		cancel()
	}()
	return do(ctx)
}
