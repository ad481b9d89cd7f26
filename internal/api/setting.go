package api

import "time"

// Knob is what a setting sets.
type Knob int8

const (
	KnobNone          Knob = iota
	KnobAttempts           // total attempts
	KnobRetries            // attempts after the first
	KnobSteps              // wait.Backoff.Steps and the like: total attempts
	KnobDelay              // first or constant delay
	KnobFactor             // growth
	KnobMaxDelay           // cap of one delay
	KnobJitter             // a random part
	KnobTotal              // bound on all attempts together (MaxElapsedTime)
	KnobAttempt            // bound on one attempt
	KnobWhole              // bound on a whole call, retries within included
	KnobConnect            // bound on connecting
	KnobPhase              // bound on a part of a call
	KnobOp                 // bound on one read or write
	KnobIdle               // never ends a call
	KnobServerRead         // server: reading a request
	KnobServerHeader       // server: reading the header
	KnobServerWrite        // server: whole handler plus response
	KnobHandler            // bound on a handler's run, cancels its context
	KnobPoolWait           // wait for a connection or slot
	KnobCtx                // hands a context over
	KnobRetryOff           // switches retries off
	KnobRetryIf            // says which errors are retried
	KnobTransport          // an http.RoundTripper put into a client
	KnobCtxHonoured        // whether a context's end reaches the socket
	KnobPolicy             // hands a policy over: backoff.WithBackOff
	KnobBackoff            // a function that computes the delay
	KnobReplay             // lets the library repeat calls that are not idempotent
	KnobInterceptor        // a client interceptor put around each call of a client
	KnobServiceConfig      // a gRPC service config, in JSON
	KnobRetryUnless        // says which errors are not retried
	KnobDedup              // a key, condition or mode that makes a repeat harmless
	KnobAckWait            // how long a queue waits for a message to be acknowledged before it delivers it again
	KnobAckSteps           // a list of such times, which takes the place of KnobAckWait
	KnobDeliveries         // how often a message is delivered
	KnobAck                // acknowledges a message
	KnobAckExtend          // tells the queue that the work on a message goes on
	KnobLease              // how long a lock that is taken is held at most: after it others get it
	KnobLeaseEnd           // gives such a lock back
	KnobLeaseKeep          // makes such a lock last longer
	KnobRewind             // has readers that can seek put back to their start before each attempt
)

// ZeroMeans says what a setting of zero does.
type ZeroMeans int8

const (
	ZeroUnknown ZeroMeans = iota
	ZeroNone              // no limit
	ZeroDefault           // the library's default
	ZeroOff               // no retry at all
	ZeroNow               // expires at once
)

// Setting is an option function, a method or a struct field that sets a Knob.
type Setting struct {
	Fn       []string // option functions or setter methods
	Field    []string // struct fields, key "path.Type.Field"
	Knob     Knob
	Arg      int           // argument that holds the value, for Fn; -1 = it takes none
	Value    int           // what it sets if it takes no value (Arg -1); for attempts AttemptsUnbounded
	Wraps    int           // argument that holds the policy being changed, -1 or the same as Arg = none: backoff.WithMaxRetries(b, n)
	Default  time.Duration // value when not set, for durations; 0 = none
	DefaultN int           // value when not set, for counts
	Zero     ZeroMeans
	Negative ZeroMeans     // what a negative value does: off or no limit
	Unit     time.Duration // unit of an integer value; 0 = time.Duration or a count
	Stateful bool          // what it makes of a policy changes with each attempt, see Driver.Stateful
	Factor   float64       // KnobDelay: how the delay grows from there, unless FactorArg says it; 0 = not said
	// KnobDelay: 1 + index of the argument that caps the delay, and of the one that
	// is the growth; 0 = none.
	MaxArg, FactorArg int
	Lib               string
	Note              string
}
