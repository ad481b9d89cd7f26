package facts

import (
	"slices"
	"time"

	"github.com/faultlint/faultlint/internal/api"
)

// A Need is the longest time that one run of a function may take, as far as
// its summary tells.
type Need struct {
	_ struct{} `cbor:",toarray"`

	Time time.Duration
	// Attempts, Attempt and Delays are what Time is the sum of, for a retry;
	// else 0.
	Attempts int
	Attempt  time.Duration
	Delays   time.Duration
	// Whole: Time is the limit of all attempts together, whose number nothing
	// limits.
	Whole bool
	Via   []Frame
}

// A Serve says that a function makes a handler, or puts it where requests are
// served, and what that handler may take.
type Serve struct {
	_ struct{} `cbor:",toarray"`

	// Param: 1 + the index of the parameter, a router, that gets the handler;
	// 0: the function returns it.
	Param   int
	Handler string // its name, for messages
	Need    Need
}

// Longest returns the longest of what a function does that has a limit in sight.
func Longest(f *Func) (Need, bool) {
	var out Need
	if f == nil || f.Bounded {
		return out, false
	}
	note := func(n Need) {
		if n.Time > out.Time {
			out = n
		}
	}
	for _, r := range slices.Concat(f.Retries, f.Within) {
		switch {
		case r.Closure != 0:
		case r.Attempts >= 2 && r.PerAttempt > 0:
			n := Need{Attempts: int(r.Attempts), Attempt: r.PerAttempt, Delays: r.Delays, Via: r.Via}
			n.Time = time.Duration(n.Attempts)*n.Attempt + n.Delays
			if n.Time < n.Attempt {
				break // hundreds of years
			}
			most := r.Total
			if r.Between && most > 0 {
				most += r.PerAttempt
			}
			if most > 0 && most < n.Time {
				n = Need{Time: most, Via: r.Via}
			}
			note(n)
		case r.Attempts == api.AttemptsUnbounded && r.Between && r.Total > 0 && r.Guarded:
			note(Need{Time: r.Total, Whole: true, Via: r.Via})
		}
	}
	for _, w := range f.Waits {
		if w.Goroutine || w.Cleanup || w.Bound <= 0 {
			continue
		}
		switch w.Kind {
		case api.WaitNet, api.WaitDial, api.WaitJob, api.WaitSleep, api.WaitSelect, api.WaitRecv:
			note(Need{Time: w.Bound, Via: w.Via})
		}
	}
	return out, out.Time > 0
}
