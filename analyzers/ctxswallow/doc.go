// Package ctxswallow defines a pass that finds cancellation turned into
// success.
//
// # Analyzer ctxswallow
//
// ctxswallow: cancellation turned into success
//
// A function that sees the end of its context and then returns a result with a
// nil error tells its caller that the work is done. The pass reports
//
//   - returns of a nil error beside other results that are reached only after
//     the end of a context, or a cancelled call, was seen: by ctx.Err, errors.Is,
//     a status code (codes.Canceled), or a helper like isContextError;
//   - success after the error of a wait that only the end of its context can
//     end before its time: a limiter's Wait, a semaphore's Acquire;
//   - success after a range over a channel that its producer also closes when
//     the context ends, and nobody asks why it was closed;
//   - return nil at the end of a context in a loop over a list, in a function that
//     returns an error alone and otherwise leaves with the errors of that loop;
//   - workers that leave without a word when the context is over, or a callback
//     that passes over the rest of a walk, followed by success; if the function
//     returns an error alone, of workers that leave jobs behind which it has handed out;
//   - rows of a query under the caller's context that are read to their end, and
//     whose Err nobody asks: the end of the context ends them, too;
//   - a loop over a list that notes, in a result which it returns with a nil error, each
//     item whose call under the caller's context fails, but not why, and goes on: when the
//     context is over the rest is noted as failed as well;
//   - merges of errors that pass over cancelled ones, or filter them out, and
//     then say that all is well;
//   - walks that a callback ends with fs.SkipAll, or with false, when the context
//     is over, followed by success;
//   - a select that is left alike when another's work is done and when the
//     context is over, followed by the return of that work's error;
//   - a loop that is left, as if it had been told to stop, at the error of a call
//     which cancels or limits a context of its own;
//   - an iterator over a list that gives an error beside each item and stops without
//     one when the context is over;
//   - a cancelled call that is given the name of an answer: ErrNotFound for
//     what was never asked, alone or beside another error that is given this name;
//   - the end of a context that is called the end of what there is: io.EOF, ErrDone;
//   - a branch for cancelled calls that ends like the one for success: the
//     message is acknowledged, and its work is not done;
//   - a handler of a queue's jobs or messages that returns nil for cancelled work,
//     if the queue hands out again what fails;
//   - an error in a variable that hides the one which is returned, and a deferred
//     function that puts another, that of a Close, in its place;
//   - a place (sem.Acquire, a lock) that the end of the context keeps from being
//     taken, where the error is dropped or only logged, the work goes on, and the
//     place is given back all the same;
//   - gctx.Err() returned for an errgroup's own context: the error that ended
//     the group is lost; after the group's Wait it is never nil.
//
// # Why it hurts
//
// A task caught its cancellation to clean up, and then returned a value. The
// caller, which had given it one second, got a normal return after 1.01 s
// instead of a timeout, stored the value, and went on. The log said "timed
// out", and nothing had stopped.
//
// # Wrong
//
//	for _, item := range items {
//		select {
//		case <-ctx.Done():
//			return total, nil // looks complete
//		default:
//		}
//		total += weigh(item)
//	}
//
//	case errors.Is(err, ErrNotFound), errors.Is(err, context.Canceled):
//		return nil, ErrNotFound // nobody has looked
//
//	for p := range walk(ctx) { // closed at the end of ctx, too
//		total += p.Count
//	}
//	return total, nil
//
// # Right
//
//	case <-ctx.Done():
//		return total, ctx.Err()
//
//	for p := range walk(ctx) {
//		total += p.Count
//	}
//	return total, ctx.Err()
//
// # What it does not report
//
//   - return nil in other functions that return an error alone: for a loop that
//     runs until it is told to stop, nil is the contract.
//   - Reconcile functions and others that are called again anyway.
//   - Ways on which the context is looked at once more, also in a deferred function that
//     may put its error into the one that is returned.
//   - What a function got done within a limit of its own, as long as only the
//     end of that limit, not a cancellation, is taken for success.
//   - Functions that judge an error they are handed, and errors that are looked
//     at after the function has asked its own context.
//   - Functions with an http.ResponseWriter: their client is gone, and there is
//     nobody to tell.
//   - The end of a context under another name for it: ErrTimeout, ErrClosed.
//
// # Suggested fix
//
// The nil becomes the context's error, or the error of the call that was
// cancelled.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxswallow reason
package ctxswallow
