// Package retrystate defines a pass that finds state which grows with each
// attempt of a retry.
//
// # Analyzer retrystate
//
// retrystate: state from outside a retry that each attempt changes once more
//
// What an attempt changes outside of itself stays when the attempt fails. The
// pass reports slices, headers, forms, queries and the metadata of remote calls that
// each attempt appends to, numbers and fields that it
// adds to or takes from, maps it fills under new keys, buffers, files, responses and
// channels it writes to, and iterators it moves on, if they live outside of
// the retried code and are used as its result. So is a reader from which each
// attempt takes the next batch, as what a failed attempt took is not taken again,
// and a buffer or count that an attempt empties before it may fail, and does not fill
// again: the next attempt finds nothing, and succeeds;
// what a loop over pages collects from a variable before it looks at the error of the
// call that fills it in, as a failure leaves the page before in it;
// a file to which attempts append what they asked for as its rest, also where the answer, 200, is the
// whole of it;
// a collector that a helper hands to the function it repeats, one for all
// attempts; and the place by which a
// transaction's function goes through its work, if a run after a conflict goes on
// where the one that was rolled back stood.
//
// # Why it hurts
//
// A function listed the sockets of a bench inside a transaction that its
// runner repeats on a conflict. The rows were appended to a slice declared
// outside. After a conflict at the last statement the caller got each socket
// twice, and charged for both.
//
// # Wrong
//
//	var sockets []Socket
//	err := runner.Run(ctx, func(tx *sql.Tx) error {
//		…
//		sockets = append(sockets, s) // the rows of a failed attempt stay
//		…
//	})
//
// # Right
//
//	err := runner.Run(ctx, func(tx *sql.Tx) error {
//		sockets = sockets[:0]
//		…
//	})
//
// # What it does not report
//
//   - Logs of attempts: errors that are collected, counters, metrics, delays.
//   - What is reset in the attempt before it grows.
//   - What changes only on the way on which the attempt succeeds.
//   - What a closure is given by what runs it, which may make it anew.
//   - Progress that the next attempt starts from: offsets, what is left to do.
//   - State that nobody reads but logs and error texts.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retrystate reason
package retrystate
