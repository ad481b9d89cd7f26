// Package bad points the telescopes of an observatory by a plan that changes during the night. Each
// plan has a context that the next plan cancels. The deferred cancel is the empty function from
// before the first plan: when the plans run out, the last one is never cancelled.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Plan says what each telescope looks at.
type Plan struct {
	Name    string
	Targets map[string]string // telescope to star
}

// Mount moves telescopes.
type Mount interface {
	Point(ctx context.Context, telescope, star string) error
}

// Observatory follows plans.
type Observatory struct {
	mount Mount
	every time.Duration // the sky turns
	log   *slog.Logger
}

// Run follows the plans until there are no more or ctx, which lives as long as the dome is
// open, ends. It lets go of the telescopes when it returns.
func (o *Observatory) Run(ctx context.Context, plans <-chan Plan) error {
	cancel := context.CancelFunc(func() {})
	defer cancel() // EXPECT ignored-done
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case plan, ok := <-plans:
			if !ok {
				return nil // OR ignored-done
			}
			cancel()
			var err error
			if cancel, err = o.begin(ctx, plan); err != nil { // OR ignored-done
				return fmt.Errorf("plan %s: %w", plan.Name, err)
			}
		}
	}
}

// begin points all telescopes and keeps them on their stars until the returned function is called.
func (o *Observatory) begin(ctx context.Context, plan Plan) (context.CancelFunc, error) {
	ctx, cancel := context.WithCancel(ctx) // OR ignored-done
	for telescope, star := range plan.Targets {
		if err := o.mount.Point(ctx, telescope, star); err != nil {
			return cancel, fmt.Errorf("point %s at %s: %w", telescope, star, err)
		}
		go o.follow(ctx, telescope, star) // OR ignored-done
	}
	return cancel, nil
}

func (o *Observatory) follow(ctx context.Context, telescope, star string) {
	ticker := time.NewTicker(o.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := o.mount.Point(ctx, telescope, star); err != nil && ctx.Err() == nil {
			o.log.WarnContext(ctx, "star lost", "telescope", telescope, "star", star, "err", err)
		}
	}
}
