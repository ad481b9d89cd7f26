// Package retryerror defines a pass that finds retries that get errors wrong.
//
// # Analyzer retryerror
//
// retryerror: errors that a retry loses, never retries, or repeats in vain
//
// The pass reports loops after which the function returns nil although every
// attempt has failed, and conditions of a polling driver that return every
// error, which stops the driver at the first failure. It also reports counted
// retries that repeat what cannot change: the refusal of an open circuit
// breaker, every HTTP status where the error at hand carries the status and
// nobody looks at it, or where it is only in a text and the delays add up to two
// seconds and more (to ten where another function makes the text), bytes that cannot be decoded, and context.Canceled of the caller, or codes.Canceled
// where nothing looks at the context;
// a driver that repeats marked errors only, where nothing is marked; a mark
// on the answer 404 or another that stays the same, or on every status but success; and calls that name their
// refusals by an error of their own, for 403 or rows that are not there, also in a function
// to which they hand the answer, where
// nobody looks at it and the delays add up to two seconds and more.
// It also reports a case for a status that a client repeats and, when its attempts are used up, never
// hands out; a predicate that names a gRPC code which stays the same as one to be repeated; a last error that is only a text, where a caller in the package asks for one
// by name that it may be; a test for words in the text of an error that has been put into the other case; a retry policy around a breaker that does
// not stop at its refusal, a marked error whose mark is lost in a new text, a
// job that cannot be decoded and is returned to be repeated, and an error
// variable that another call overwrites after the last attempt, in the loop or
// behind it, before anything has looked at it.
//
// # Why it hurts
//
// A disk was attached in a loop of ten. The error was declared anew inside the
// loop, and what was returned after it was the outer one, still nil: after ten
// failures the caller went on to format a disk that was not there.
//
// # Wrong
//
//	for range 10 {
//		if err := attach(ctx, disk); err == nil {
//			return nil
//		}
//	}
//	return nil
//
//	wait.ExponentialBackoff(b, func() (bool, error) {
//		err := probe()
//		return err == nil, err // an error stops it
//	})
//
// # Right
//
//	var err error
//	for range 10 {
//		if err = attach(ctx, disk); err == nil {
//			return nil
//		}
//	}
//	return err
//
// # What it does not report
//
//   - Loops that are also left by break, where a return in them hands the error of the last attempt out,
//     or something is told of it; and those behind which false is returned beside the nil error.
//   - Conditions that say "not yet" for some errors.
//   - Retries around a breaker that ask something of the error which is not in
//     sight, and endless ones, which may mean to wait until it closes.
//   - Retries of a request that is always the same, for less than a minute: the other side may have to start.
//   - Short retries of a status that is only in the error's text, answers that are
//     handed to a function which may tell them apart, and functions that by their
//     name wait for something to come into being, or stay connected for as long as something comes.
//   - An error without a cause where only failures of one kind are repeated.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retryerror reason
package retryerror
