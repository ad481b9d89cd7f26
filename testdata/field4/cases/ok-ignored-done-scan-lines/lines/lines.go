// Package lines sends the lines of a text over a channel.
package lines

import (
	"bufio"
	"context"
)

// Feed is a text on its way.
type Feed struct {
	// C is closed after the last line, or earlier; Err tells which.
	C   <-chan string
	err error
}

// Start begins to read. The scanner's source must fail when ctx ends.
func Start(ctx context.Context, scanner *bufio.Scanner) *Feed {
	c := make(chan string, 128)
	f := &Feed{C: c}
	go func() {
		defer close(c)
		for scanner.Scan() {
			select {
			case c <- scanner.Text():
			case <-ctx.Done():
				f.err = ctx.Err()
				return
			}
		}
		f.err = scanner.Err()
	}()
	return f
}

// Err returns what ended the feed before its end. It may be called once C is closed.
func (f *Feed) Err() error { return f.err }
