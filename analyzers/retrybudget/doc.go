// Package retrybudget defines a pass that adds up what a retry may take and
// compares it with the time there is.
//
// # Analyzer retrybudget
//
// retrybudget: attempts and delays that do not fit into the time there is
//
// The worst case of a retry is the number of attempts times the limit of one,
// plus the delays between them. The pass adds it up where every part is known,
// through constants, fields, options and library defaults, and reports it if
// it is longer than the deadline in force, or if it runs into minutes in a
// request's path and nothing bounds the sum, also inside a client that was told how often
// to try, and how long. It reports a delay, or the delays together, that alone take
// longer than the deadline, where the attempts are few; limits that are looked
// at between attempts only, around an operation without a limit of its own (among
// them remote calls that wait until their connection is ready), or with one that
// is longer; retries that go on although the caller's context
// is over; library drivers that are not given the context which their
// attempts obey, and so go on after its end; and those that give up after a time which is
// their default (15m of cenkalti/backoff) long before the deadline made for them alone.
//
// # Why it hurts
//
// Four attempts of one second each: expected at most one second, took 4.03 s,
// while the gateway in front gave two and hung up. The third and fourth
// attempt were made for nobody, and each held a worker.
//
// # Wrong
//
//	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
//	defer cancel()
//	for range 4 {
//		tryCtx, cancel := context.WithTimeout(ctx, time.Second)
//		err = call(tryCtx)
//		cancel()
//		…
//	}
//
// # Right
//
//	for range 4 {
//		left := time.Until(deadline)
//		if left <= 0 {
//			break
//		}
//		tryCtx, cancel := context.WithTimeout(ctx, min(time.Second, left))
//		…
//	}
//
// # What it does not report
//
//   - Sums of which a part is not known.
//   - Sums that exceed the deadline by no more than a twentieth: the end of the last attempt is all that is cut off.
//   - Delays of many attempts under a deadline: it is there to end them.
//   - A limit that is looked at between attempts only, where a caller that is not in sight, or
//     one of those that are, may put a limit on the operation's context.
//   - Retries whose limit per attempt depends on what is left, or that look at it before the next
//     attempt beside a deadline that cuts a running one.
//   - Attempts that are repeated after an answer only, with a limit as long as the deadline of all.
//   - Retries outside of a request's path that stop at their context's end.
//
// # Options
//
// //faultlint:budget 2s on a handler says how much time it has, and so does a
// handler's budget in .faultlint.yml. There,
//
//	options:
//	  retrybudget:
//	    patience: 30s
//
// says how long the caller of a handler is taken to wait where nothing says how
// long; the default is 2m.
//
// # How to silence
//
//	//faultlint:ignore retrybudget reason
package retrybudget
