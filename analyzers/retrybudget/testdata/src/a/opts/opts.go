// Package opts holds the options of a.
package opts

import "time"

// Options say how often something is tried, and how long each time.
type Options struct {
	Tries  int
	PerTry time.Duration
}

// Usual returns three tries of four seconds.
func Usual() Options { return Options{Tries: 3, PerTry: 4 * time.Second} }
