// Package codes is a stub.
package codes

type Code uint32

const (
	OK Code = iota
	DeadlineExceeded
	Unavailable
	ResourceExhausted
	Aborted
)
