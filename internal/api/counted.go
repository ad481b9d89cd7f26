package api

// counted are the methods that return the next delay of a policy and count it:
// the delay grows, or the attempts left become fewer, with each call. The value
// is the method that starts the count anew, "" if there is none.
var counted = map[string]string{
	"(*k8s.io/apimachinery/pkg/util/wait.Backoff).Step":                "",
	"(*github.com/googleapis/gax-go/v2.Backoff).Pause":                 "",
	"(github.com/sethvargo/go-retry.Backoff).Next":                     "",
	"(*github.com/jpillora/backoff.Backoff).Duration":                  "Reset",
	"(*github.com/cenkalti/backoff.ExponentialBackOff).NextBackOff":    "Reset",
	"(*github.com/cenkalti/backoff/v3.ExponentialBackOff).NextBackOff": "Reset",
	"(*github.com/cenkalti/backoff/v4.ExponentialBackOff).NextBackOff": "Reset",
	"(*github.com/cenkalti/backoff/v5.ExponentialBackOff).NextBackOff": "Reset",
}

// Counted reports whether the function with a key returns the next delay of a
// policy and counts it, and which method of the policy starts anew, "" if none.
func Counted(key string) (reset string, ok bool) {
	reset, ok = counted[key]
	return reset, ok
}

// CountedBehind is Counted for the method of an interface, whose implementations
// count or not: it is for a policy of which is known that it has a state.
func CountedBehind(key string) (reset string, ok bool) {
	switch key {
	case "(github.com/cenkalti/backoff.BackOff).NextBackOff", "(github.com/cenkalti/backoff/v3.BackOff).NextBackOff",
		"(github.com/cenkalti/backoff/v4.BackOff).NextBackOff", "(github.com/cenkalti/backoff/v5.BackOff).NextBackOff":
		return "Reset", true
	}
	return "", false
}

// permanentCodes are the names of gRPC status codes that the same request gets
// again however often it is sent. NotFound and PermissionDenied are not among
// them: both may go away once something has spread.
var permanentCodes = map[string]bool{"InvalidArgument": true, "Unimplemented": true, "Unauthenticated": true, "OutOfRange": true}

// PermanentCode reports whether a gRPC status code, by the name of its
// constant, stays the same when the request is repeated.
func PermanentCode(name string) bool { return permanentCodes[name] }

// RefusalCode reports whether a gRPC status code, by the name of its constant,
// is a refusal to which a function may give a name of its own.
func RefusalCode(name string) bool {
	return PermanentCode(name) || name == "NotFound" || name == "PermissionDenied"
}

// swapsNumber has the methods by which an atomic number is taken and another one put in its place.
var swapsNumber = oneOf("(*sync/atomic.Int32).Swap", "(*sync/atomic.Int64).Swap", "(*sync/atomic.Uint32).Swap", "(*sync/atomic.Uint64).Swap", "(*sync/atomic.Uintptr).Swap")

// SwapsNumber reports whether the method with a key does so.
func SwapsNumber(key string) bool { return swapsNumber[key] }
