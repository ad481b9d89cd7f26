// Package retrytimeout defines a pass that finds retries nested wrongly in
// timeouts.
//
// # Analyzer retrytimeout
//
// retrytimeout: a timeout meant for one attempt that all attempts share
//
// A retry needs two limits: one for each attempt, one for all of them. The
// pass reports attempts that share one deadline which the first can use up,
// although the retry is there for timeouts; hosts asked in turn under one limit that the first
// which hangs uses up; contexts that are derived from
// their own value in each turn of a loop or each run of a literal, in a variable or in an object that
// each attempt works on, or by a recursion or goto, so that limits pile up; one
// field or variable that limits an attempt and all of them, also where the latter is looked
// at between counted attempts only; tests of the attempt's own
// context where the caller's is meant, also by a function that says whether
// to go on, or of its error (DeadlineExceeded is that of the attempt's own limit as
// well), which end the retry with the first timeout; waits between attempts under the context of the attempt before; a
// limit of one attempt that is as long as that of all; limits of a client
// around a transport that retries, a library's or one of your own that is known to wait for
// answers without a limit; a policy's limit on one attempt that the function
// inside does not hear of; an attempt that tells its loop not to go on because its own context is over; a service config whose timeout the pauses between the
// attempts use up; the deadline of a connection that is kept in a field, if it is set once, when the
// connection is made, and never moved, or in front of a loop that repeats after timeouts; and policies,
// interceptors and functions put around a call in the wrong order.
//
// # Why it hurts
//
// A lookup had five tries and a timeout of four seconds for each, written as
// `ctx, cancel = context.WithTimeout(ctx, 4*time.Second)` in the loop. The
// second try derived its context from the first one's, which was cancelled:
// every try after the first failed at once with "context canceled".
//
// # Wrong
//
//	for range 5 {
//		ctx, cancel = context.WithTimeout(ctx, limit)
//		err = once(ctx)
//		cancel()
//		…
//	}
//
//	tryCtx, cancel := context.WithTimeout(ctx, limit)
//	err := query(tryCtx)
//	if tryCtx.Err() != nil {
//		return tryCtx.Err() // a timeout of this try is never repeated
//	}
//
//	std := retrying.StandardClient()
//	std.Timeout = perTry // covers all attempts
//
// # Right
//
//	for range 5 {
//		tryCtx, cancel := context.WithTimeout(ctx, limit)
//		err = once(tryCtx)
//		cancel()
//		if ctx.Err() != nil {
//			return ctx.Err()
//		}
//		…
//	}
//
// # What it does not report
//
//   - Hedges, which send a second request while the first is under way.
//   - A deadline for all attempts beside a limit for each.
//   - A shared deadline where no test says that timeouts are repeated: a loop that goes on after
//     any error may mean the deadline for all of its attempts.
//   - The deadline of a connection that is moved or cleared anywhere in the package, that is longer
//     than five minutes, or whose connection others get as well.
//   - A shared deadline around calls of a client that was handed in, which may limit each.
//   - A test of the error where the caller's context is asked as well, or that
//     is about timeouts alone: not to repeat these may be meant. It is reported if what it returns
//     names the limit of all attempts.
//
// # Suggested fix
//
// ctx, cancel = context.WithTimeout(ctx, …) in a loop becomes :=, where the
// variables of the turn are all that is used.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retrytimeout reason
package retrytimeout
