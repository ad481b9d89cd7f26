// Package ctxdetach defines a pass that finds work cut from its caller's
// context, and work tied to a context that ends too early.
//
// # Analyzer ctxdetach
//
// ctxdetach: work under another context than its caller's
//
// The pass reports calls under context.Background, context.TODO or
// context.WithoutCancel without a limit where the caller's context is at hand
// and the caller waits for the result; clean-up that is detached and has no
// limit of its own; calls under a context that was stored at start-up where a
// request's is at hand, also in a method that makes the call for another; and
// a request's context given to a goroutine that goes on when the handler has
// returned. It reports as well
//
//   - context.Background and TODO in a function without a context, if all who call
//     it wait for it and have their callers' at hand;
//   - work that is done once for many callers (sync.Once, singleflight, a
//     home-made flight, a batch) under the context of whoever comes first; or in a
//     flight that nothing ends, under context.WithoutCancel without a limit;
//   - a request's context that is given to what is kept after the request: a
//     token source, an object in a map, an entry of a queue or list;
//   - a function's first work, which finds out what the function returns, under
//     context.Background with a limit, although the caller's context is at hand;
//     or a request handler's, if what it calls is seen to read only;
//   - a group whose context, which ends at the first error, is thrown away while
//     its workers run under the caller's; or a worker that pauses under the
//     caller's context beside it; or a group without a context, one of whose workers
//     goes round until the caller's is over while another may fail;
//   - a helper without a context that makes those under which its callers work,
//     if all of them have one at hand;
//   - a call of a handler under context.Background or TODO from outside of it: a
//     variable that the handler's literal captures, or one of the package that is
//     never anything else;
//   - a helper that adds values and cuts the parent's end by the way, or adds them to
//     context.Background, if its caller puts the result in the place of its own context;
//   - work under context.Background or TODO in a goroutine that nobody counts, started by a
//     loop that ends with a context;
//   - a loop without an end in a function that is given a context, of which nothing comes
//     any more, if it goes round until a context is over that begins in the function.
//
// # Why it hurts
//
// A call was protected from cancellation and wrapped in a timeout outside. The
// timeout fired after 0.51 s; the work below never heard of it and finished
// 1.8 s later. Who protects work cannot stop it from outside: it needs a limit
// of its own, inside.
//
// # Wrong
//
//	func (s *Store) Load(ctx context.Context, id string) (*Item, error) {
//		return s.fetch(context.Background(), id)
//	}
//
//	undoCtx := context.WithoutCancel(ctx)
//	err = supply.Disconnect(undoCtx) // nothing ends it
//
//	go h.replan(r.Context(), week) // ends with the handler
//
// # Right
//
//	return s.fetch(ctx, id)
//
//	undoCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//	defer cancel()
//
// # What it does not report
//
//   - Calls of an interface's method under context.WithoutCancel, but in clean-up and for a
//     flight: cut off on purpose, and who implements it may have a limit.
//   - Goroutines of a handler that serves on until its session ends, or cancels
//     them itself: they are meant to end with it.
//   - Helpers that give the context they get a limit of their own.
//   - Contexts kept by objects that are made for one call: readers, writers,
//     sessions.
//   - Detached contexts with a limit or a cancel function, for clean-up, audit and
//     shared work, and for what changes something and may be meant to be brought
//     to its end.
//   - A place of a semaphore of the process that clean-up has to wait for.
//   - Functions of the package that only go statements call: nobody waits for them.
//   - Start-up code, and goroutines that live on by design.
//   - Calls that do not wait, as far as that is known.
//
// # Suggested fix
//
// context.Background() or context.TODO() becomes the context at hand, where that
// has a name there.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxdetach reason
package ctxdetach
