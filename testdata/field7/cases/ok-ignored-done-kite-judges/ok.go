// Package ok collects the marks of kite judges. The collector waits for a mark from each
// of them on a plain receive, and each sends on a plain send, with no context in either. But
// every judge is asked under the context and answers, with a mark or an error, when it ends;
// as many receives as there are sends, so all come back and none is left behind.
package ok

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Judge marks a flight. Mark returns when ctx ends, at the latest.
type Judge interface {
	Name() string
	Mark(ctx context.Context, kite string) (float64, error)
}

// Panel is a set of judges.
type Panel struct {
	judges []Judge
	quorum int
	limit  time.Duration
}

// NewPanel returns a panel that needs the marks of quorum judges within the limit.
func NewPanel(quorum int, limit time.Duration, judges ...Judge) (*Panel, error) {
	if quorum < 1 || quorum > len(judges) {
		return nil, fmt.Errorf("quorum of %d among %d judges", quorum, len(judges))
	}
	return &Panel{judges: judges, quorum: quorum, limit: limit}, nil
}

type mark struct {
	points float64
	err    error
}

// Score returns the median of the marks for a kite.
func (p *Panel) Score(ctx context.Context, kite string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()

	marks := make(chan mark)
	for _, j := range p.judges {
		go func() {
			points, err := j.Mark(ctx, kite)
			if err != nil {
				err = fmt.Errorf("judge %s: %w", j.Name(), err)
			}
			marks <- mark{points: points, err: err}
		}()
	}

	var (
		given  []float64
		failed []error
	)
	for range p.judges {
		m := <-marks
		if m.err != nil {
			failed = append(failed, m.err)
			continue
		}
		given = append(given, m.points)
	}
	if len(given) < p.quorum {
		return 0, fmt.Errorf("kite %s has %d of %d marks: %w", kite, len(given), p.quorum, errors.Join(failed...))
	}
	slices.Sort(given)
	return given[len(given)/2], nil
}
