package codes

type Code uint32

const (
	OK               Code = 0
	DeadlineExceeded Code = 4
	Unavailable      Code = 14
)
