// Package bad grades stamps in a pipeline. The stage obeys its context when it takes
// an item, but hands the result over with a bare send: after a stop there is nobody to
// take it, and every worker of the stage stays there.
package bad

import (
	"context"
	"faultfield2/cases/ignored-done-stamp-pipe/bad/stage"
	"fmt"
)

// Scan is a picture of a stamp.
type Scan struct {
	Album string
	Page  int
}

// Grade is an opinion.
type Grade struct {
	Scan
	Points int
}

// Grader looks at scans.
type Grader interface {
	Grade(ctx context.Context, s Scan) (int, error)
}

// Best returns the first stamp with at least min points.
func Best(ctx context.Context, g Grader, scans <-chan Scan, min int) (Grade, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	graded := stage.Map(ctx, 4, scans, func(ctx context.Context, s Scan) (Grade, bool) { // OR ignored-done
		p, err := g.Grade(ctx, s)
		return Grade{s, p}, err == nil
	})
	for {
		select {
		case gr, ok := <-graded:
			if !ok {
				return Grade{}, fmt.Errorf("no stamp with %d points", min)
			}
			if gr.Points >= min {
				return gr, nil
			}
		case <-ctx.Done():
			return Grade{}, ctx.Err()
		}
	}
}
