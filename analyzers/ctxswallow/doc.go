// Package ctxswallow defines a pass that finds cancellation turned into
// success.
//
// # Analyzer ctxswallow
//
// ctxswallow: cancellation turned into success
//
// A function that sees the end of its context and then returns a result with a
// nil error tells its caller that the work is done. The pass reports returns
// of a nil error beside other results that are reached only after the end of a
// context was seen, directly or through the end of a loop.
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
// # Right
//
//	case <-ctx.Done():
//		return total, ctx.Err()
//
// # What it does not report
//
//   - return nil in functions that return an error alone: for a loop that runs
//     until it is told to stop, nil is the contract.
//   - Reconcile functions and others that are called again anyway.
//   - Ways on which the context is looked at once more.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore ctxswallow reason
package ctxswallow
