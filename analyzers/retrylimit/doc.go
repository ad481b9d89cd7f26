// Package retrylimit defines a pass that finds retries without an end.
//
// # Analyzer retrylimit
//
// retrylimit: attempts that nothing limits
//
// In a request's path a retry needs an end: a number of attempts or a time.
// The pass reports retries reached from a handler that have neither, also in
// another package of the project, and where a library's zero means "no limit"; functions that call themselves
// after each failure without counting, directly or by way of another function,
// as after a new login; and defer statements in a retry's loop,
// which pile up until the function returns; errors that an endless
// retry adds to those before, also in a field of its object; and loops that send a request again
// for as long as the answer is a refusal, such as 401. It also reports the reverse: a
// back-off of Kubernetes whose steps are meant never to run out, and which ends
// when its delay reaches the cap.
//
// # Why it hurts
//
// Two hot transactions kept failing each other. Each answered a conflict by
// calling itself, without a limit and without a pause: the stacks grew until
// the process was killed, and took all other requests with it.
//
// # Wrong
//
//	func (s *Store) InTx(ctx context.Context, fn func(*sql.Tx) error) error {
//		err := s.once(ctx, fn)
//		if conflict(err) {
//			return s.InTx(ctx, fn)
//		}
//		return err
//	}
//
//	bo := backoff.NewExponentialBackOff()
//	bo.MaxElapsedTime = 0 // no limit
//
// # Right
//
//	for attempt := 1; ; attempt++ {
//		err := s.once(ctx, fn)
//		if !conflict(err) || attempt == maxAttempts {
//			return err
//		}
//		…
//	}
//
// # What it does not report
//
//   - Endless reconnect, send and consume loops of long-lived components.
//   - Retries under a context with a deadline, also one that a function above sets, and recursion with a counter.
//   - defer in a function literal, or on the way out of the loop.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retrylimit reason
package retrylimit
