// Package ok searches a large log file for the first few lines that match.
package ok

import (
	"bufio"
	"context"
	"os"
	"strings"
)

// Match is a line that contains the word.
type Match struct {
	Line int
	Text string
}

// First returns up to limit matches. The file is not used any more when it returns, so that the
// caller may close or rewind it.
func First(ctx context.Context, file *os.File, word string, limit int) ([]Match, error) {
	scan, cancel := context.WithCancel(ctx)
	defer cancel()
	found, failed := matches(scan, file, word)

	var got []Match
	for m := range found {
		if got = append(got, m); len(got) == limit {
			cancel()
			break
		}
	}
	for range found {
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return got, <-failed
}

// matches sends until the file ends or ctx is done; then it leaves an error, possibly nil, in
// the second channel and closes the first.
func matches(ctx context.Context, file *os.File, word string) (<-chan Match, <-chan error) {
	out, failed := make(chan Match), make(chan error, 1)
	go func() {
		defer close(out)
		lines := bufio.NewScanner(file)
		for n := 1; ctx.Err() == nil && lines.Scan(); n++ {
			if !strings.Contains(lines.Text(), word) {
				continue
			}
			select {
			case out <- Match{Line: n, Text: lines.Text()}:
			case <-ctx.Done():
			}
		}
		failed <- lines.Err()
	}()
	return out, failed
}
