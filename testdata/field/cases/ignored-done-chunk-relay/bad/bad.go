// Package bad looks for wax seals in scanned letters. The relay waits for the next strip
// and for the context together, yet inside the first case it hands the strip on with a
// bare send: if the examiner has left, the relay stays there and never sees the end.
package bad

import (
	"context"
	"fmt"
	"io"
)

const stripHeight = 64 << 10

// Strip is a part of a scan.
type Strip struct {
	Letter string
	Index  int
	Pixels []byte
}

// Source cuts letters into strips.
type Source struct {
	name string
	scan io.Reader
}

// NewSource returns the strips of one scan.
func NewSource(name string, scan io.Reader) *Source { return &Source{name: name, scan: scan} }

// cut reads the scan; the channel is closed at its end.
func (s *Source) cut(ctx context.Context) <-chan []byte {
	raw := make(chan []byte, 4)
	go func() {
		defer close(raw)
		for {
			buf := make([]byte, stripHeight)
			n, err := s.scan.Read(buf)
			if n > 0 {
				select {
				case raw <- buf[:n]:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return raw
}

// Relay numbers the strips and sends them to out until the scan or ctx ends.
func (s *Source) Relay(ctx context.Context, out chan<- *Strip) error {
	raw := s.cut(ctx)
	for index := 0; ; index++ {
		select {
		case pixels, open := <-raw:
			if !open {
				return ctx.Err()
			}
			strip := &Strip{Letter: s.name, Index: index, Pixels: pixels}
			out <- strip // EXPECT ignored-done
		case <-ctx.Done():
			return fmt.Errorf("strips of %s: %w", s.name, ctx.Err())
		}
	}
}
