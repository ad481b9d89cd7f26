// Package retrynested defines a pass that finds retries inside retries.
//
// # Analyzer retrynested
//
// retrynested: a retry inside a retry, whose attempts multiply
//
// Two layers that both try again do not add up, they multiply. The pass
// reports a call inside a retry that retries by itself: a loop in a loop, a
// helper that retries, an SDK or HTTP client that retries by default or was told
// to where it was made, also in another package; also through an interface, where
// the package itself says what is behind it; a remote call on a connection whose
// service config, or an interceptor of yours, repeats it; a condition that a driver
// polls. The message gives the product.
//
// # Why it hurts
//
// A read client repeated each request up to five times; the code that used it
// had a loop of five around it, because "the network is flaky". When the
// service slowed down it got 25 requests for each one, and stayed down.
//
// # Wrong
//
//	for try := 1; try <= 5; try++ {
//		resp, err = retrying.Do(req) // tries five times itself
//		…
//	}
//
// # Right
//
//	resp, err = retrying.Do(req) // one layer retries
//
// # What it does not report
//
//   - Inner layers that are switched off in sight (RetryMax 0, NopRetryer).
//   - Retries on conflicts that prove that nothing was done.
//   - Inner retries whose last failure is no reason for another attempt of the
//     outer one, which asks for its errors by name.
//   - Endless reconnect loops, and inner retries whose number is not known.
//   - Retries of operations on the local file system.
//   - A recursion that comes back to itself by way of others: it counts as one.
//   - A fail-over that asks one place after the other, each of them several times: no place is
//     asked more often than the inner retry does.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retrynested reason
package retrynested
