// Package dep has helpers without a context.
package dep

import "time"

// Settle waits for the other side.
func Settle() { pause() }

func pause() { time.Sleep(5 * time.Second) }

// Blink is too short to matter.
func Blink() { time.Sleep(50 * time.Millisecond) }

// WaitFor waits as long as it is told to.
func WaitFor(d time.Duration) { time.Sleep(d) }
