package effects_test

import (
	"testing"

	"github.com/faultlint/faultlint/internal/code"
)

// TestFields asks everything of calls of functions that are kept in fields,
// which have no object: nothing is known of them, and nothing said.
func TestFields(t *testing.T) {
	run(t, func(e *engine, fn *code.Func) []report {
		var out []report
		for _, r := range regions(fn) {
			for _, s := range e.f.Spent(r, fn) {
				out = append(out, report{s.Node, "spent"})
			}
			for _, l := range e.f.Responses(r, fn) {
				out = append(out, report{l.Node, "left open"})
			}
			for _, g := range e.f.Grown(r, fn) {
				out = append(out, report{g.Node, "grown"})
			}
			for _, x := range e.f.Within(r, fn) {
				if x.Key.Present() {
					out = append(out, report{x.Node, "key"})
				}
			}
		}
		e.f.Params(fn)
		e.f.Results(fn)
		e.f.Facts(fn)
		for _, call := range fn.Calls() {
			e.f.Streams(call)
		}
		return out
	}, "fields")
}
