// Package retryerror defines a pass that finds retries that get errors wrong.
//
// # Analyzer retryerror
//
// retryerror: errors that a retry loses, or never retries
//
// The pass reports loops after which the function returns nil although every
// attempt has failed, and conditions of a polling driver that return every
// error, which stops the driver at the first failure.
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
//   - Loops that are also left by break.
//   - Conditions that say "not yet" for some errors.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retryerror reason
package retryerror
