// Package ctxdead defines a pass that finds calls under a context that is
// already over.
//
// # Analyzer ctxdead
//
// ctxdead: clean-up under a context that is already over
//
// What has to happen after the end of a context needs another context. The
// pass reports calls that obey a context which is certainly over where they
// stand: after <-ctx.Done() or ctx.Err() != nil was seen, after its cancel
// function was called, in a deferred call that runs after the deferred cancel,
// and after the Wait of the errgroup that the context belongs to.
//
// # Why it hurts
//
// A service answered the stop signal with srv.Shutdown(ctx), where ctx was the
// context that the signal had just ended. Shutdown returned at once, and every
// request under way was cut off, at each deployment, for two years.
//
// # Wrong
//
//	<-ctx.Done()
//	return srv.Shutdown(ctx)
//
// # Right
//
//	<-ctx.Done()
//	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
//	defer cancel()
//	return srv.Shutdown(stopCtx)
//
// # What it does not report
//
//   - Contexts that may still be alive on some way to the call.
//   - Logging, tracing and others that only read values of the context.
//   - Functions that make a fresh context for themselves.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxdead reason
package ctxdead
