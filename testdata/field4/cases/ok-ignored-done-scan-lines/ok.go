// Package ok counts the entries of archived access logs by status.
package ok

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"faultfield4/cases/ok-ignored-done-scan-lines/lines"
)

// Archive opens archived logs.
type Archive interface {
	Open(ctx context.Context, day string) (io.ReadCloser, error)
}

// Counter counts entries.
type Counter struct {
	archive Archive
}

// ByStatus counts the entries of one day.
func (c *Counter) ByStatus(ctx context.Context, day string) (map[string]int, error) {
	body, err := c.archive.Open(ctx, day)
	if err != nil {
		return nil, fmt.Errorf("open log of %s: %w", day, err)
	}
	defer body.Close()

	counts := make(map[string]int)
	feed := lines.Start(ctx, bufio.NewScanner(body))
	for line := range feed.C {
		if fields := strings.Fields(line); len(fields) > 8 {
			counts[fields[8]]++
		}
	}
	if err := feed.Err(); err != nil {
		return nil, fmt.Errorf("read log of %s: %w", day, err)
	}
	return counts, nil
}
