// Package ctxwait defines a pass that finds waits which the context at hand
// does not end.
//
// # Analyzer ctxwait
//
// ctxwait: a wait that goes on after the context at hand is over
//
// A function that has a context at hand (a parameter, a request's context, one
// that it captures) promises to stop when the context ends. The pass reports
// what breaks that promise: a sleep, a send, receive or select, a range over a
// channel (that of a ticker is never closed), a sync.Cond, a group of workers, a loop of reads from a connection,
// an Accept, a Wait for a child process. It looks into helpers that take no
// context, any number of calls deep and across packages; the finding stands
// where the wait is, or at the call if the wait is in another package: at one
// call, and says how many others of the package lead to the same wait.
//
// Channel operations are reported only with a proof that they can last: the
// receivers leave on an error or at the end of a context (also one that takes one
// value at a time, when code outside of the package calls it), nothing sends or
// closes, the other side is in the middle of a network exchange or of work that
// others gave it, the answer to a question comes from outside or not at all,
// the other sends on the same channel are given up when the context ends, the
// loop around it looks at the context in each turn just before, or a place is
// waited for while others with a place run handlers.
//
// It also reports a server that a function with a context runs and that nothing
// shuts down, and a handler that waits for the events of a subscription which
// only its own deferred call drops, so that the client's leaving ends nothing.
//
// The context under which a library subscribed does not end the subscription: who
// takes its messages (those of a Redis subscription, or of a RabbitMQ queue on a
// connection of its own) from a channel that nobody but the function itself closes,
// once it has done waiting, is reported.
//
// Who waits in Do of a singleflight for work under a context that no caller's end
// reaches, which is right for the work, has no way to leave, and is reported.
//
// A mutex whose Unlock the function returns, or a literal that calls it, is
// reported as well: it is held for as long as the caller likes, and who waits for
// it cannot leave. So is a select that waits for a goroutine's success and for the
// end of a context, if the goroutine tells of a failure by nothing but cancelling
// another one that was made from it.
//
// Two waits that look as if they ended are reported too: a sync.Cond that a
// context's end wakes without holding the lock (the call can come between the
// look at the context and the Wait, and is lost then), and a child process that
// is only asked to leave, by SIGTERM or an interrupt, and never killed.
//
// A Stop or Shutdown that takes a context has so long and no longer: its wait for
// workers is reported if they go on under a context of the object's own that it
// has not ended by then: made from nobody's, cut off from the caller's, or ended by
// the object itself behind the wait.
//
// # Why it hurts
//
// A lock was taken with up to five tries and a pause of up to eight seconds
// between them, by time.Sleep. The callers gave up after two seconds. Their
// goroutines, with a connection each, slept on: at 50 requests a second some
// 400 of them were asleep for nobody, and every deployment waited for the last.
//
// # Wrong
//
//	func (l *Lock) Acquire(ctx context.Context) error {
//		for {
//			if ok, err := l.try(ctx); ok || err != nil {
//				return err
//			}
//			time.Sleep(l.pause) // ctx is over: it sleeps on
//		}
//	}
//
//	for item := range items {
//		jobs <- item // the workers left at their first error
//	}
//
//	for {
//		if ctx.Err() != nil {
//			return ctx.Err()
//		}
//		line, err := r.ReadString('\n') // as long as the peer is silent
//		…
//	}
//
// # Right
//
//	select {
//	case <-time.After(l.pause):
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
//	select {
//	case jobs <- item:
//	case <-ctx.Done():
//		return ctx.Err()
//	}
//
//	stop := context.AfterFunc(ctx, func() { conn.Close() })
//	defer stop()
//
// # What it does not report
//
//   - Waits that take less than a second in all, and short sleeps in a loop
//     that looks at a context, a stop channel or the time; in an endless one also sleeps of a second.
//   - Single pauses of up to two seconds inside another module; one pause in no loop whose length
//     is a setting; what somebody with a wrong password has to wait, by the name of its length; and
//     the pause of a server that could not accept a connection.
//   - Loops whose turns work under context.WithoutCancel: they are to go on when the context is over.
//   - Waits in clean-up: deferred, after the end of a context, in Close,
//     Shutdown and the like, unless that has a context parameter, which says
//     how long it may take.
//   - Start-up code, tests, and goroutines that have no use for the context; contexts in fields
//     that hold nothing but context.Background, and parameters for which all callers give it.
//   - Channel operations whose other side is out of sight, or is ended by a stop channel of another object.
//   - A send to the one loop of an object, from another package than the object's,
//     if that loop leaves at nothing but the end of a context from outside: it may well
//     run as long as the program.
//   - The answer to a request that was handed over on a channel without room, if whoever takes it
//     sends the answer in the same case of its select.
//   - What only stands in for the real thing behind an interface: types whose names say
//     so (fakeFS, MockStore), and files and packages that serve tests.
//   - A wait that something else ends at the context's end: context.AfterFunc,
//     a goroutine that closes the connection, a deadline taken from the context.
//   - Waits after the Wait of a group whose context has taken the place of the caller's: it is over.
//   - A channel that its sender makes anew in each turn of its loop, and hands over, if it leaves
//     before that only; and one whose other side sends on the stream of the same object, which ends with
//     the stream's context.
//   - A group of workers all of which obey the context; if one does not, the
//     finding stands at the worker.
//   - Single calls of libraries that block (a query, a request, a dial): these
//     are ctxblock's. A goroutine that is left behind is orphan's.
//
// # Suggested fix
//
// time.Sleep(d) in a function whose only result is an error becomes a select
// that the context's end leaves as well.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxwait reason
//
// Functions that are known not to wait can be marked with
// //faultlint:nonblocking reason, those that wait for a bounded time with
// //faultlint:bounded reason.
package ctxwait
