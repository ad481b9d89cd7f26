// Package retrydelay defines a pass that finds faulty delays between attempts.
//
// # Analyzer retrydelay
//
// retrydelay: no delay, a delay that overflows, a jitter that is none
//
// What brings a service down is often not the first failure but what its
// clients do next. The pass reports loops that try again at once, for as long
// as the failure lasts or three times and more; delays made by a shift,
// a product or a power that overflows after enough attempts, because the cap
// comes too late, also in a function of another package; delays of which only what
// is read is capped, while the kept value goes on growing; jitter from a generator
// with a fixed seed, and jitter that is cut off by integer conversion, or by the cap because it is
// added to a delay that is capped already, or that grows beyond the cap; a delay kept in an
// object from call to call that grows and is never set back; a delay of a second or
// more after the last attempt, or one that grows in a helper, or of any length where a test is there to leave it out and comes out the same
// in each turn; a delay or a policy that nothing sets back after a success;
// numbers without a unit, which are nanoseconds, also those that libraries are given or whose name tells
// another unit; policies that count from their
// making and are made once for many calls; a limit of the time, counted from the first attempt, around an
// operation that stays for as long as it is connected; policies with a state that all
// requests share, or goroutines that a loop starts; policies that end by themselves in
// a loop that does not; and messages that go back to the head of their queue at
// once when they could not be handled.
//
// # Why it hurts
//
// A loop of three swallowed every error and tried again at once. With one
// client it looked fine. Dozens of clients in step kept a service down that
// needed half a second to clear its queue.
//
// # Wrong
//
//	for {
//		msg, err := broker.Receive(ctx)
//		if err != nil {
//			log.Print(err)
//			continue // at once
//		}
//		…
//	}
//
//	d := base * (1 << failures) // overflows; the cap below comes too late
//	if d > limit {
//		d = limit
//	}
//
// # Right
//
//	d := min(base<<min(failures, 10), limit)
//	d = d/2 + rand.N(d/2)
//
// # What it does not report
//
//   - Attempts that go to another target, one way of a list after the other, or ask for another
//     number drawn at random, and repeats of what was certainly not done.
//   - A redirect that is followed, or the same asked at an address that the attempt has set anew, and
//     elements, messages and connections that are passed over for the next one.
//   - Transactions that are begun anew after a conflict.
//   - A delay that grows over an object's life, if the branch for too many failures keeps an
//     error in the object, which ends it.
//   - Overflow where the number of attempts is small, where the counter stops before, or where a
//     delay below zero is asked for and replaced.
//   - Delays without a random part where nothing says that there are many clients: no connection is made
//     again, and no request names the one that asks by a field such as name or host.
//   - Generators that may come in from outside, or are seeded again.
//   - Limits of the time around what stays connected, if a loop starts the driver anew, or something else uses the policy and may set it back.
//   - Policies that come in from outside, because each caller may make its own, and
//     those that only one worker uses, which the driver starts anew.
//   - Calls that may wait by themselves, as far as it is not known that they do not; functions
//     that read what a peer sends and say whether to read on.
//   - Redirects that are followed: no pass takes them for retries.
//
// # Options
//
//	options:
//	  retrydelay:
//	    jitter: everywhere
//	    attempts: 5
//
// in .faultlint.yml asks for a random part in the delays of every retry, not only
// where clients connect again; and says from how many attempts on it is reported
// that nothing waits between them, 3 by default.
//
// # How to silence
//
//	//faultlint:ignore retrydelay reason
package retrydelay
