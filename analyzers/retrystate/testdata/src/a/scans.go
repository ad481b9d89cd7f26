package a

import (
	"io"
	"os"
	"strings"
)

type scanner struct {
	f    *os.File
	next byte
	ok   bool
}

func (s *scanner) fill() {
	if s.ok {
		return
	}
	var b [1]byte
	if _, err := io.ReadFull(s.f, b[:]); err != nil {
		panic(err)
	}
	s.next, s.ok = b[0], true
}

func (s *scanner) peek(b byte) bool {
	s.fill()
	return s.next == b
}

func (s *scanner) take() byte {
	s.fill()
	s.ok = false
	return s.next
}

// A parser goes on until a delimiter is ahead: that it is not is no failure.
func (s *scanner) word() string {
	var w strings.Builder
	for !s.peek(' ') && !s.peek(']') {
		w.WriteByte(s.take())
	}
	return w.String()
}
