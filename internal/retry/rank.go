package retry

import "github.com/faultlint/faultlint/internal/facts"

// rank orders classes from the one that proves most to the one that proves nothing.
func rank(c facts.ErrClass) int {
	switch c {
	case facts.ErrConflict:
		return 1
	case facts.ErrUnsent:
		return 2
	case facts.ErrRefused:
		return 3
	case facts.ErrStatus:
		return 4
	case facts.ErrTimeout:
		return 5
	case facts.ErrAny:
		return 7
	}
	return 6
}

func stronger(a, b facts.ErrClass) facts.ErrClass {
	if rank(b) < rank(a) {
		return b
	}
	return a
}

func weaker(a, b facts.ErrClass) facts.ErrClass {
	if rank(b) > rank(a) {
		return b
	}
	return a
}
