package retry

import (
	"fmt"
	"time"

	"github.com/faultlint/faultlint/internal/durations"
)

// A Worst is the longest time that a retry may take, with its parts.
type Worst struct {
	Total    time.Duration
	Attempts int
	Attempt  time.Duration // limit of one attempt
	Delays   time.Duration // between all of them
	// Text says it for messages: "4 attempts of up to 1s, and 700ms of delays between them, need 4.7s".
	Text string
}

func durationOf(n int64) time.Duration { return time.Duration(n) }

// WorstCase adds up attempts times the limit of one, and the delays between
// them. Where a part may be one of several, the smallest is taken: what is
// said to be needed is needed for sure. ok is false if a part is not known.
func WorstCase(r *Retry) (w Worst, ok bool) {
	n, ok := r.Attempts.Value.Min()
	if !ok || n < 2 || r.PerAttempt == nil {
		return Worst{}, false
	}
	per, ok := r.PerAttempt.Value.Min()
	if !ok || per <= 0 {
		return Worst{}, false
	}
	delays, summed := r.DelaySum.Min()
	if !summed {
		delays = 0 // the attempts alone take this long
	}
	w = Worst{Attempts: int(n), Attempt: time.Duration(per), Delays: time.Duration(delays)}
	w.Total = time.Duration(n)*w.Attempt + w.Delays
	if w.Total < w.Attempt { // does not fit: hundreds of years
		return Worst{}, false
	}
	w.Text = fmt.Sprintf("%d attempts of up to %s", n, Short(w.Attempt))
	if delays > 0 {
		w.Text += fmt.Sprintf(", and %s of delays between them,", Short(w.Delays))
	}
	w.Text += " need " + Short(w.Total)
	if !summed && len(r.Delays) > 0 {
		w.Text += " without the delays between them"
	}
	return w, true
}

// Short prints a duration without the zero units that time.Duration adds, and
// without fractions that only jitter brings: 2m, 4.7s, 1m30s.
func Short(d time.Duration) string { return durations.Short(d) }
