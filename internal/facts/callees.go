package facts

import "go/types"

// Callees gives the lower parts of the engine the summaries of the functions
// that a function calls, in this package (computed when asked for, safe under
// recursion) and in others (imported facts).
type Callees interface {
	// Summary returns the summary of fn, nil if nothing is known of it.
	Summary(fn *types.Func) *Func
}
