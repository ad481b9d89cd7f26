// Package bad applies manifests. The errors that a stop causes are noise in the report,
// so they are filtered out of it; when there are no others the sync has "succeeded",
// and the release is marked as applied with half of its manifests missing.
package bad

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

// Manifest is one thing to be applied.
type Manifest struct {
	Kind, Name string
	Body       []byte
}

// Applier applies one manifest.
type Applier interface {
	Apply(ctx context.Context, m Manifest) error
}

// History keeps what was applied.
type History interface {
	MarkApplied(ctx context.Context, release string) error
}

// Syncer applies releases.
type Syncer struct {
	applier Applier
	history History
	limit   time.Duration
	width   int
}

// Sync applies the release's manifests and marks it.
func (s *Syncer) Sync(ctx context.Context, release string, ms []Manifest) error {
	actx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	if err := s.applyAll(actx, ms); err != nil {
		return fmt.Errorf("sync %s: %w", release, err)
	}
	return s.history.MarkApplied(ctx, release)
}

func (s *Syncer) applyAll(ctx context.Context, ms []Manifest) error { // OR ignored-done
	errs := make([]error, len(ms))
	slots := make(chan struct{}, s.width)
	var wg sync.WaitGroup
	for i, m := range ms {
		wg.Go(func() {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
				errs[i] = ctx.Err()
				return
			}
			if err := s.applier.Apply(ctx, m); err != nil {
				errs[i] = fmt.Errorf("%s %s: %w", m.Kind, m.Name, err)
			}
		})
	}
	wg.Wait()
	return utilerrors.FilterOut(utilerrors.NewAggregate(errs), isContextError) // EXPECT ignored-done
}

func isContextError(err error) bool { // OR ignored-done
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) // OR ignored-done
}
