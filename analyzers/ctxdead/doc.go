// Package ctxdead defines a pass that finds calls under a context that is
// already over.
//
// # Analyzer ctxdead
//
// ctxdead: clean-up under a context that is already over
//
// What has to happen after the end of a context needs another context. The
// pass reports calls that obey a context which is certainly over where they
// stand: after `<-ctx.Done()` or `ctx.Err() != nil` was seen, after its cancel
// function was called, in a deferred call that runs after the deferred cancel,
// and after the Wait of the errgroup that the context belongs to; also through
// helpers that hand the context on, and methods that work under a context kept
// in a field, whose cancel function may be in a field beside it. It reports as well
//
//   - what a deferred function, or the branch of an error, takes back after a
//     failure under the context whose end may be the failure: the pod that was
//     made, the upload that was begun;
//   - a failure that is written down under the limit that may be the failure, also
//     by a deferred function that keeps how the work ended, or by a call after the
//     work that keeps its outcome whichever way it went;
//   - what a deferred call gives back (a lock, a lease, what was made before, a
//     lock of the database session by its statement, a key that is a lock; also in memory, if
//     what gives it back looks at its context first and refuses)
//     under the limit that the work in between may have used up, or under the
//     caller's context, whose end may be what ended the work;
//   - what a goroutine does under a context that the deferred cancel of the
//     function which starts it ends at once, because the function has nothing to
//     wait for after the start;
//   - what a schedule or a timer runs after the function that has added it, under
//     a context which the deferred cancel of that function ends;
//   - a deferred Shutdown or Flush under the context that a signal ends, when the
//     work before it goes on until that signal;
//   - what a function given to context.AfterFunc does under the context whose
//     end it waited for;
//   - what a function hands out although its deferred cancel ends it: the body
//     of a response, rows, a transaction, a stream, an object that keeps the
//     context for later, also one that another function makes.
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
//	ctx, cancel := context.WithTimeout(ctx, limit)
//	defer cancel()
//	resp, err := client.Do(req.WithContext(ctx))
//	…
//	return resp.Body, nil // the caller reads "context canceled"
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
//   - Contexts that may still be alive on some way to the call, but for what is
//     given back.
//   - A failure that is written down under the caller's context as it is.
//   - Close, and others after which the other side gives up by itself.
//   - Logging, tracing and others that only read values of the context.
//   - Functions that make a fresh context for themselves.
//   - defer tx.Rollback(ctx) without more: after a commit it does nothing, and a
//     server rolls back what its client drops.
//   - Responses that were read before they are returned, and cancel functions
//     that are handed out with what they end.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxdead reason
package ctxdead
