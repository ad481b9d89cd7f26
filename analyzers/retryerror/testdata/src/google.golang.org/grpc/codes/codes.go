package codes

type Code uint32

const (
	OK              Code = 0
	Canceled        Code = 1
	InvalidArgument Code = 3
	NotFound        Code = 5
	Unimplemented   Code = 12
	Unavailable     Code = 14
)
