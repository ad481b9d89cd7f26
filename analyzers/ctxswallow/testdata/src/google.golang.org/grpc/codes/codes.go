// Package codes is a stand-in.
package codes

type Code uint32

const (
	OK               Code = 0
	Canceled         Code = 1
	DeadlineExceeded Code = 4
	NotFound         Code = 5
)
