// Package ok runs the parts of a broadcasting station and stops them one after the other. It is
// right although the parts get a context that does not end with the caller's: that end starts
// the stop, last part first, each with its share of time. Only then the parts'
// context is cancelled, so nothing outlives Run.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Part is a piece of the station, such as the studio or the transmitter.
type Part interface {
	Name() string
	// Run works until Stop is called or ctx ends.
	Run(ctx context.Context) error
	Stop(ctx context.Context) error
}

// Station has parts; a part relies on those before it.
type Station struct {
	parts []Part
	each  time.Duration // for one part to stop
	log   *slog.Logger
}

// Run works until ctx ends or a part fails.
func (s *Station) Run(ctx context.Context) error {
	partsCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()

	group, groupCtx := errgroup.WithContext(partsCtx)
	for _, p := range s.parts {
		group.Go(func() error {
			if err := p.Run(groupCtx); err != nil {
				return fmt.Errorf("%s: %w", p.Name(), err)
			}
			return nil
		})
	}

	select {
	case <-ctx.Done():
	case <-groupCtx.Done(): // a part has failed, and takes the others with it
	}
	stopErr := s.stopAll(partsCtx)
	cancel()
	err := group.Wait()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil // a part that did not stop by itself and was cut off
	}
	return errors.Join(err, stopErr)
}

func (s *Station) stopAll(ctx context.Context) error {
	var failed []error
	for i := len(s.parts) - 1; i >= 0; i-- {
		p := s.parts[i]
		if err := s.stop(ctx, p); err != nil {
			failed = append(failed, fmt.Errorf("stop %s: %w", p.Name(), err))
		}
		s.log.InfoContext(ctx, "part stopped", "part", p.Name())
	}
	return errors.Join(failed...)
}

func (s *Station) stop(ctx context.Context, p Part) error {
	ctx, cancel := context.WithTimeout(ctx, s.each)
	defer cancel()
	return p.Stop(ctx)
}
