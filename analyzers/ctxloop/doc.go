// Package ctxloop defines a pass that finds loops which see the end of a
// context and do not leave.
//
// # Analyzer ctxloop
//
// ctxloop: a loop that sees the end of a context and goes on
//
// A loop that waits in a select with a Done case is meant to end there. The
// pass reports a Done case from which every way leads back into the loop: a
// break that leaves only the select, a continue, or a case that only logs.
// From then on the Done case is always ready, so the loop spins; that another
// place in the loop looks at another context does not help. It also reports
//
//   - a break in the case of a stop channel that is only ever closed, in a loop that nothing leaves;
//   - a break at the end of a context in a loop that may end by what it does next, if it has a way
//     back to the select on which it does nothing, because nothing is gathered yet:
//     until there is something, it spins;
//   - a loop whose call with a context fails, once that context is over, and whose
//     failure leads back to the call on every way, in whatever form it is asked for
//     (also in the loop's condition), while nothing in the loop looks at the context,
//     also if each attempt has a limit of its own below it. A pause whose answer is dropped, and an error of the standard
//     library that ends the loop, such as io.EOF, change nothing;
//   - an endless loop that polls with a call which returns at once when the context is
//     over and tells of that inside its answer alone (PollFetches of franz-go), where
//     nothing asks the answer or the context;
//   - a pause that ends with the context without telling the loop, which then only
//     a success, or a failure of another kind (an error of its own, or of a type that
//     holds no other), could leave, and that cannot come any more;
//   - a pause between counted attempts that ends with the context, by a break that leaves
//     only the select, or before attempts that take no context: all that are left follow at once;
//   - a pause, in a loop over a list, that ends with the context and says so by its result,
//     if that is dropped or only logged, and nothing else in the loop takes the context;
//   - a look that only writes to the log, in a loop where nothing else takes the
//     context;
//   - a break at the end of a context that leaves an inner loop while the loop
//     around it takes its next item, or is one that nothing leaves;
//   - in a function that takes a context, an endless loop that nothing at all
//     leaves (no return, break, or end of the process), unless a wait in it is what
//     ctxwait and ctxblock are about.
//
// # Why it hurts
//
// A sweeper had `case <-ctx.Done(): log("stopped"); break`. The break left the
// select, not the loop. At every shutdown the sweeper stopped waiting and swept
// as fast as it could: one core at 100 %, a log line "stopped" a million times,
// and the process killed by its supervisor instead of ending.
//
// # Wrong
//
//	for {
//		select {
//		case <-ticker.C:
//		case <-ctx.Done():
//			break // leaves the select only
//		}
//		sweep()
//	}
//
//	for {
//		msg, err := broker.Receive(ctx) // fails at once when ctx is over
//		if err != nil {
//			log.Println(err)
//			continue
//		}
//		handle(msg)
//	}
//
// # Right
//
//	for {
//		select {
//		case <-ticker.C:
//		case <-ctx.Done():
//			return
//		}
//		sweep()
//	}
//
//	for ctx.Err() == nil {
//		msg, err := broker.Receive(ctx)
//		…
//	}
//
// # What it does not report
//
//   - A Done case that changes a variable (a flag, a channel set to nil, a
//     deadline for draining): the loop may end by it.
//   - A Done case that calls something other than a logger and does not end in
//     break: closing or stopping something may end the loop.
//   - Loops over a channel or a list that skip what is left, also by a break that
//     leaves only the select, if that is all that a turn does, and loops whose
//     condition looks at the context.
//   - A look that only logs when something else may end the loop: the context
//     is handed to a call in it, or to one that made what it reads from.
//   - A break out of an inner loop behind which the outer one asks something.
//   - A failure that is tested with a predicate the pass cannot read: it may
//     know cancellation.
//
// # Suggested fix
//
// A break that leaves only the select or switch gets a label on the loop; a
// break or continue that leads back becomes a return (of ctx.Err(), if an error
// is all that the function returns).
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxloop reason
package ctxloop
