// Package severity says how bad what a pass finds is, in the three words that editors and CI
// systems share.
package severity

import "fmt"

// A Severity is how bad a finding is. The zero value says nothing about it.
type Severity int

const (
	// Note: nothing proves that it hurts where it stands.
	Note Severity = iota + 1
	// Warning: the code does the right thing too late, too long or too often once something
	// else is slow or down.
	Warning
	// Error: the code does the wrong thing once it gets there: a wrong result, an effect carried
	// out twice, a loop or goroutine without an end.
	Error
)

var names = map[Severity]string{Note: "note", Warning: "warning", Error: "error"}

// String returns note, warning or error.
func (s Severity) String() string { return names[s] }

// Parse is the inverse of String.
func Parse(name string) (Severity, error) {
	for s, n := range names {
		if n == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is no severity; there are note, warning, error", name)
}

// Of returns the severity of a pass: the user's, else the pass's own, else Warning. It is the one
// place where that is decided.
func Of(pass string, own, overrides map[string]Severity) Severity {
	if s := overrides[pass]; s != 0 {
		return s
	}
	if s := own[pass]; s != 0 {
		return s
	}
	return Warning
}
