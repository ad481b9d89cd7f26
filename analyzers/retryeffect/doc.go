// Package retryeffect defines a pass that finds calls which must not run twice
// inside a retry.
//
// # Analyzer retryeffect
//
// retryeffect: a call that is not idempotent inside a retry
//
// "Timed out" is not "not executed": an attempt whose answer was lost has
// often been carried out. The pass reports writes that a retry repeats after
// failures which do not tell whether they were carried out, if nothing makes
// the repeat harmless: POST and the like, INSERT and relative UPDATE, publish,
// append, increment, create, send, charge. It follows helpers and packages.
//
// Handlers that are themselves run again count as retries of all that is in
// them: jobs of asynq and river, Temporal's activities, messages that watermill,
// JetStream, Pub/Sub, AMQP or SQS deliver once more. There the pass reports an
// effect after which something else may fail, unless the handler may have looked
// whether it has run before. A look at the clock is none, nor is one for what the
// handler itself notes only after the effect. So do items that a loop puts back
// into the queue they came from: at once, through a helper, or when a timer fires.
//
// Where a loop goes on only after one of your own errors, asked for by name, the
// pass reports what was done before the step that fails with it: each new attempt
// does it again.
//
// Connections for remote calls count where they are told to repeat every method:
// by a retry interceptor or a service config of gRPC, or by an interceptor of your
// own, or another package's of yours, that does not look at the method, or only on
// some codes; the finding stands at a call of a method that changes something where
// others can use the interceptor. So does a client of
// HTTP that a library made to repeat requests of any method, and one
// whose transport, one of your own, repeats every request: this is reported where
// the client is put together, as is one that hedges: that sends a second copy of a slow
// request, whatever it asks for. So do producers of
// messages that are told to repeat and to wait for all brokers, and not to let
// the broker drop the repeats.
//
// A statement in a function that a helper of the package runs in a transaction, and again after
// any failure or a broken connection, counts as repeated where that of the commit leads back as
// well: the answer to it may be what was lost.
//
// These kinds have a text of their own: an idempotency key that each attempt
// draws anew, or makes of its number, in place, in what is sent, in a function that makes it, in one that a
// client lets each request pass, or in an interceptor of its connection, also one that
// a call is given of which nothing else is known; a batch that
// begins with its first item or target again when a later one failed, or is sent again as a
// whole after an error that tells which items failed, or as long as a part of it is
// left; a write begun again while the goroutine that was given up may still be at it;
// a statement repeated in a transaction that was begun before the loop; an effect
// outside of the database, or a goroutine that changes something, in a transaction
// function that is run again.
//
// Clients that retry by themselves count where it is in sight that they do:
// a POST through retryablehttp or resty, an increment through a Redis client
// with MaxRetries. So do functions of other packages that repeat whatever they
// are asked to send, where the method is known.
//
// # Why it hurts
//
// A seller was paid twice. The client sent a payout to the first region, whose
// answer got lost in a failover, and then to the second. It did send an
// idempotency key, drawn by the function that makes one attempt: to the bank
// the two were different payouts.
//
// # Wrong
//
//	for attempt := range 3 {
//		req.Header.Set("Idempotency-Key", uuid.NewString()) // new in each attempt
//		resp, err := client.Do(req)
//		…
//	}
//
//	retry.Do(func() error {
//		_, err := db.ExecContext(ctx, `INSERT INTO payouts …`)
//		return err
//	})
//
// # Right
//
//	key := uuid.NewString()
//	for attempt := range 3 {
//		req.Header.Set("Idempotency-Key", key)
//		…
//	}
//
//	retry.Do(func() error {
//		_, err := db.ExecContext(ctx, `INSERT INTO payouts … ON CONFLICT (id) DO NOTHING`)
//		return err
//	})
//
// # What it does not report
//
//   - Reads, and writes that leave the same after n runs as after one: PUT, upserts, SET.
//   - Writes with a key that stays the same through all attempts, or under a condition;
//     also a key that a function sets which the client lets each request pass, if it
//     leaves the one of the attempt before alone.
//   - Writes of something whose id is drawn before the first attempt: by that the
//     receiver may know it again.
//   - Scripts for Redis that look at something first, or whose text is not in sight.
//   - Writes that are found there already: a unique violation, AlreadyExists or 409
//     has a way out of its own.
//   - Retries that repeat only what proves that nothing was done: serialization
//     failures of a transaction begun anew in each attempt, 409 and 412, refused
//     connections, 429 and other limits by their names (RateLimitedError, M_LIMIT_EXCEEDED), and
//     statuses that refuse the request: 401, 403, 404. 503 where
//     nothing else is repeated is taken for a refusal as well, though a proxy may say it
//     when the answer got lost.
//   - Retries whose condition is not understood: a predicate out of sight, a sentinel of
//     another package, unless that is one of yours that returns it for any failure of the call.
//   - A POST that a function by the name of Renew, KeepAlive or TimeToLive makes.
//   - Methods of generated clients whose name alone says that they write, unless
//     their request has a field for a key and leaves it empty.
//   - What producers of messages repeat inside by default, and clients whose making is not in sight.
//   - Messages that a handler publishes: to deliver twice is what queues promise.
//   - Statements repeated in one transaction after a lock in MySQL or SQLite,
//     or after going back to a savepoint.
//   - Statements that a helper of another package, or one that asks for errors of your own, runs again in
//     new transactions.
//   - Statements of a transaction that leaves before them when a row that it
//     looks for, or inserts, is there already.
//   - Functions marked //faultlint:idempotent.
//
// # Suggested fix
//
// A key that each attempt draws anew is drawn once, before what repeats them.
//
// # Options
//
//	options:
//	  retryeffect:
//	    names: true
//
// in .faultlint.yml takes the names of the methods of generated clients (Create…,
// Append…, Send…) for what they do, though nothing else tells. What your own and
// other libraries' functions do can be said there as well, under knowledge:
// idempotent and not-idempotent.
//
// # How to silence
//
//	//faultlint:ignore retryeffect reason
package retryeffect
