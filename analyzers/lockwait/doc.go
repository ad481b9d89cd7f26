// Package lockwait defines a pass that finds locks, slots and transactions
// which are held across a wait for somebody else.
//
// # Analyzer lockwait
//
// lockwait: a lock, slot or transaction held across a network wait or a back-off
//
// A mutex is waited for without a context. If its holder waits for the network,
// so does everybody who wants to look at what it protects, and nothing ends
// that: not their deadlines, not their clients' leaving. The pass reports a
// mutex that is held across a network exchange, a dial, a name look-up or a
// pause of more than a second (also one that the end of the holder's own context
// ends, which helps nobody else, and what a function does that a caller in the package hands over), where somebody with a context at hand wants the
// same mutex, across sends to a list of channels of which none has room (also if the end of the holder's context ends them), across writes to a list of connections or of kept answers (viewers of a stream) that have no deadline, or across all that is behind a middleware; a database transaction, begun by a call or around a closure, that stays
// open across an exchange with something other than the database, be that Redis; and a slot of a semaphore that is kept
// through the pauses of a retry. A lock that several functions hold across exchanges with the same
// library, or with the database, is one finding: at the first of them, with the others as related information.
//
// # Why it hurts
//
// A client renewed its access token under the lock that every call took to read
// it. One morning the login service answered after 30 seconds instead of 30
// milliseconds. Every request of the service stood behind one renewal; their
// deadlines passed, their clients tried again, and the queue at the lock grew to
// thousands of goroutines. The login service had recovered long before the queue was empty.
//
// # Wrong
//
//	c.mu.Lock()
//	defer c.mu.Unlock()
//	if c.tok.fresh() {
//		return c.tok, nil
//	}
//	tok, err := c.renew(ctx) // everybody waits for the login service
//	…
//
// # Right
//
//	c.mu.Lock()
//	tok, pending := c.tok, c.pending
//	c.mu.Unlock()
//	if tok.fresh() {
//		return tok, nil
//	}
//	select {
//	case <-pending: // one goroutine renews, without the lock
//	case <-ctx.Done():
//		return token{}, ctx.Err()
//	}
//
// # What it does not report
//
//   - Locks of local values, and locks that nobody with a context wants.
//   - Reads and writes on a connection under the lock that keeps its messages apart.
//   - Waits known to take no more than a second, and whatever runs in other goroutines.
//   - What is made once for all who want the lock, if the function leaves at once when a field has
//     it already: within five seconds, or within the limit of another module's client.
//   - Statements on the database inside its own transaction, and those of a package that imports
//     the driver of an embedded database (SQLite, DuckDB) and none of a server: a lock around
//     its writes is what such a database wants.
//   - Statements under the lock of an object that is around one transaction or connection, and hands out no
//     other: it takes one at a time.
//   - A lock that one function takes and no other, if it takes another lock of the same object for what it
//     changes: the first is there to let one run at a time.
//   - Writes to a list of peers in a package that sets deadlines, or whose server limits its answers.
//   - A channel with room for one across the pauses between attempts: it makes callers go one after the other.
//   - Locks that are taken or given back in another function or at an unknown time.
//   - Locks for reading around the rest of a request, and locks that are looked up for each.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore lockwait reason
package lockwait
