// Package bad tells hikers how high a summit is. A survey is asked first; when it is slow,
// the height printed on the chart has to do. Nobody receives any more after that, or after
// the hiker has left, so the asking goroutine stays in its send for ever.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Survey measures summits.
type Survey interface {
	Measure(ctx context.Context, peak string) (float64, error)
}

// Chart knows the printed heights.
type Chart interface {
	Printed(ctx context.Context, peak string) (float64, error)
}

// Heights answers from the survey or, failing that, from the chart.
type Heights struct {
	survey   Survey
	chart    Chart
	patience time.Duration
	log      *slog.Logger
}

type measured struct {
	metres float64
	err    error
}

// Of returns the height of a summit in metres.
func (h *Heights) Of(ctx context.Context, peak string) (float64, error) {
	askCtx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()

	fresh := make(chan measured) // OR ignored-done
	go func() {                  // OR ignored-done
		metres, err := h.survey.Measure(askCtx, peak)
		fresh <- measured{metres: metres, err: err} // EXPECT ignored-done
	}()

	select {
	case m := <-fresh:
		if m.err == nil {
			return m.metres, nil
		}
		h.log.WarnContext(ctx, "summit not measured", "peak", peak, "err", m.err)
	case <-askCtx.Done():
		if err := ctx.Err(); err != nil {
			return 0, fmt.Errorf("height of %s: %w", peak, err)
		}
		h.log.InfoContext(ctx, "survey is slow, using the chart", "peak", peak)
	}

	metres, err := h.chart.Printed(ctx, peak)
	if err != nil {
		return 0, fmt.Errorf("height of %s: %w", peak, err)
	}
	return metres, nil
}
