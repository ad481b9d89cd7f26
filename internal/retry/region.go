package retry

import (
	"fmt"
	"go/ast"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

// Region returns the code that runs in each attempt and the function it stands
// in: the loop's body, or the body of the closure that a driver runs. ok is
// false if it is not in sight.
func (r *Retry) Region() (n ast.Node, fn *code.Func, ok bool) {
	if r.Closure != nil {
		return r.Closure.Body, r.Closure, true
	}
	if r.Body == nil {
		return nil, nil, false
	}
	return r.Body, r.In, true
}

// AfterFailure reports whether the operation certainly runs again because it
// failed: a retry in the narrow sense, not a poll, a schedule, work on items,
// or a consumer whose success goes on as well. A loop that a ticker paces is one
// if success ends it.
func (r *Retry) AfterFailure() bool {
	if r.Poll || r.Items || r.Periodic && r.Kind == Driver || r.Attempts.N == 1 {
		return false
	}
	return r.OnSuccess == Leaves
}

// NothingDone reports whether only failures that prove that nothing was done
// lead to another attempt.
func (r *Retry) NothingDone() bool {
	return r.Guard.Class == facts.ErrConflict || r.Guard.Class == facts.ErrUnsent
}

// Loses reports whether failures after which the operation's outcome is unknown
// are known to lead to another attempt. Of a condition that is not understood
// this cannot be said, unless one of its tests is.
func (r *Retry) Loses() bool {
	switch r.Guard.Class {
	case facts.ErrConflict, facts.ErrUnsent, facts.ErrRefused:
		return false
	case facts.ErrUnknown:
		if r.Guard.Lost {
			return true
		}
		for _, t := range r.Guard.Tests {
			if t.Back && t.Lost {
				return true
			}
		}
		return false
	}
	return true
}

// Times says for messages how often the operation may run: "up to 4 times",
// "again and again".
func (r *Retry) Times() string {
	switch {
	case r.Attempts.N > 1:
		return fmt.Sprintf("up to %d times", int(r.Attempts.N))
	case r.Attempts.N == api.AttemptsUnbounded:
		return "again and again"
	}
	return "more than once"
}
