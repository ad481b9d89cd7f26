package a

import "io"

type stream struct {
	next chan io.Reader
	used chan io.Reader
}

// Each call reads from another reader, for which it waits.
func (s *stream) Read(p []byte) (int, error) {
	r := <-s.next
	n, err := r.Read(p)
	if err == io.EOF {
		s.used <- r
		if n == 0 {
			return s.Read(p)
		}
	}
	return n, err
}

type oneReader struct{ r io.Reader }

// Each call reads from the same.
func (s *oneReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err == io.EOF {
		if n == 0 {
			return s.Read(p) // want `calls itself after each failure`
		}
	}
	return n, err
}
