// Package retrybody defines a pass that finds bodies and readers which only
// the first attempt of a retry can use.
//
// # Analyzer retrybody
//
// retrybody: a body that only the first attempt can read
//
// A reader can be read once. The pass reports a reader, buffer, file, decoder
// or request that is made before a retry and read to its end in each attempt,
// unless it is rewound or made anew. So are sources of rows that pgx copies. An
// `*http.Request` counts if its body is such a reader; net/http rewinds a body by
// GetBody for redirects and for its own retries, but not when the caller hands
// the same request to Do again. A transport that repeats what has a method such
// as PUT, and asks the request nothing else, is reported as well.
//
// It also reports an HTTP response whose body is still open on the way to the
// next attempt, also where an answer is only polled for, and one that is handed
// to a driver together with an error, which forgets it; and a connection or a
// database handle that an attempt opens and forgets when the handshake, the
// login or the first question on it has failed.
//
// # Why it hurts
//
// A client shipped meter readings with up to four attempts and one
// bytes.Buffer. When the first attempt met a 503, the second sent an empty
// document, which the server took as "no readings" and stored. The log said
// "sent at attempt 2".
//
// # Wrong
//
//	var doc bytes.Buffer
//	json.NewEncoder(&doc).Encode(readings)
//	for attempt := range 4 {
//		err = put(ctx, &doc) // empty from the second attempt on
//		…
//	}
//
//	for {
//		resp, err := client.Do(req)
//		…
//		if resp.StatusCode == http.StatusTooManyRequests {
//			continue // resp.Body stays open
//		}
//	}
//
// # Right
//
//	raw, err := json.Marshal(readings)
//	for attempt := range 4 {
//		err = put(ctx, bytes.NewReader(raw))
//		…
//	}
//
// # What it does not report
//
//   - Readers that are rewound (Seek, Reset, GetBody) or made anew in each attempt.
//   - Clients that keep the body by themselves, such as retryablehttp; and readers
//     that can seek, given to a client that retries by itself and is told to put them back.
//   - Attempts that go on where the last one stopped.
//   - Readers whose end the pass cannot see being read.
//   - Connections that are kept, or given to something that may close them. An object of the
//     package around one is looked into.
//
// # Suggested fix
//
// A reader over bytes or a string that is made before the attempts and used once
// is made where it is used, if its operands do not change.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore retrybody reason
package retrybody
