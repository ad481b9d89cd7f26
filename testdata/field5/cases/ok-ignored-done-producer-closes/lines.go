// Package audit filters the lines of an audit log for one user.
package audit

import (
	"bufio"
	"context"
	"io"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Report receives what matches.
type Report interface {
	Add(line string)
}

// Scan reads the log and gives the lines that mention user to report.
func Scan(ctx context.Context, log io.Reader, user string, report Report) error {
	lines := make(chan string, 16)
	matches := make(chan string)

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(lines)
		return split(ctx, log, lines)
	})
	g.Go(func() error {
		defer close(matches)
		for line := range lines {
			if !strings.Contains(line, user) {
				continue
			}
			select {
			case matches <- line:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	g.Go(func() error {
		for line := range matches {
			report.Add(line)
		}
		return nil
	})
	return g.Wait()
}

func split(ctx context.Context, log io.Reader, lines chan<- string) error {
	sc := bufio.NewScanner(log)
	for sc.Scan() {
		select {
		case lines <- sc.Text():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return sc.Err()
}
