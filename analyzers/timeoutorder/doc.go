// Package timeoutorder defines a pass that finds limits in the wrong order:
// an inner one that is longer than the outer one that cuts it.
//
// # Analyzer timeoutorder
//
// timeoutorder: an inner timeout longer than the outer that cuts it
//
// Of two limits around the same work the inner one has to be the shorter: it
// says what is done when it is exceeded, and the outer one is the last resort.
// The pass compares, with numbers, the write timeout of a server and the limit
// of an http.TimeoutHandler with what the handlers inside may take (their own
// limits, and all attempts of what they repeat), also where another package
// makes or registers them, or a function makes the server that is handed the handler; the limit of one attempt of a
// client that retries with the deadline of the whole call; the timeout of an
// http.Client with the context made for that one request, here or in the function of the package
// that makes it; and the time to
// connect, or to wait for the answer, with the time for the whole request, the
// latter also through variables and the transports that are put around; a
// context's limit with a shorter one that the same function set before, also around a literal that it calls in place; the time a
// queue waits for an acknowledgement (JetStream's AckWait) with what the handling of
// a message may take; the lifetime of a lock (SetNX, redislock, redsync) that is given back at the end
// with what is done under it; a deadline with the time for which a client that does not look
// at deadlines waits for an answer (go-redis without ContextTimeoutEnabled); a step
// under a deadline that the step before, as a test of its error or status code says, has used up; the time for
// which a parameter of a query (wait, timeout, poll), also in the text of an address, asks the server to hold the request with the
// limit of the client and the context of that exchange; the limit
// on one attempt of a Temporal activity with what the activity may take, and with
// the limit on all attempts.
//
// # Why it hurts
//
// A label service gave its renderer three tries of four seconds; the server
// had a write timeout of five. From the second try on each label was drawn,
// paid for, and written to a connection that had been closed: the client saw
// an EOF, and the logs of the service a success.
//
// # Wrong
//
//	srv := &http.Server{Handler: h, WriteTimeout: 5 * time.Second}
//
//	func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
//		defer cancel()
//		data, err := h.fetch(ctx)
//		…
//	}
//
// # Right
//
//	srv := &http.Server{Handler: h, WriteTimeout: 15 * time.Second}
//
// # What it does not report
//
//   - Servers whose handlers are not in sight, and handlers whose waits have
//     no limit in sight (see notimeout).
//   - Handlers behind a middleware that limits their time, or may do so.
//   - Handlers of a package that sets write deadlines for single responses.
//   - Limits that are not known as numbers.
//   - Queues that a package tells that the work goes on (InProgress), or whose messages it
//     acknowledges before the work, or hands to another package.
//   - Locks of a package that makes them last longer, or that starts something beside the work
//     which may, and keys with a lifetime that are not given back.
//   - A transport in a variable that more than one client uses, and the time to connect in it.
//   - A context around several calls, or a limit that is only a little longer
//     than the one that is reached first.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore timeoutorder reason
package timeoutorder
