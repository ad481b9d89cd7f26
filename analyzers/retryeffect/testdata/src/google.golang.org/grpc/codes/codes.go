// Package codes is a stub.
package codes

type Code uint32

const (
	DeadlineExceeded Code = iota
	Unavailable
	ResourceExhausted
	Aborted
)
