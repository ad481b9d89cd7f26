// Package bad passes bird sightings on to several feeds. A feed that is busy takes nothing, so the
// write may be made again. But the retried function writes to all feeds: the ones before the
// busy feed have published the sightings, and publish them again with every attempt.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
)

// ErrBusy is returned by a Feed that has taken nothing and asks to try later.
var ErrBusy = errors.New("feed is busy")

// Sighting is a bird that was seen.
type Sighting struct {
	Species string
	Place   string
	At      time.Time
}

// Feed publishes sightings to its readers, each time it is given them.
type Feed interface {
	Name() string
	Publish(ctx context.Context, sightings []Sighting) error
}

// Relay passes sightings on.
type Relay struct {
	feeds  []Feed
	each   time.Duration // for one call
	budget time.Duration // for all
	log    *slog.Logger
}

// Pass publishes the sightings on all feeds.
func (r *Relay) Pass(ctx context.Context, sightings []Sighting) error {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	err := r.patiently(ctx, func() error { // OR retry-effect
		for _, feed := range r.feeds { // OR retry-effect
			if err := r.publish(ctx, feed, sightings); err != nil { // EXPECT retry-effect
				return err // OR retry-effect
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("pass %d sightings on: %w", len(sightings), err)
	}
	return nil
}

// patiently calls fn until no feed is busy.
func (r *Relay) patiently(ctx context.Context, fn func() error) error {
	return retry.Do(fn,
		retry.Context(ctx),
		retry.Attempts(5),
		retry.Delay(300*time.Millisecond),
		retry.MaxDelay(3*time.Second),
		retry.RetryIf(func(err error) bool { return errors.Is(err, ErrBusy) }),
		retry.OnRetry(func(n uint, err error) {
			r.log.WarnContext(ctx, "feed is busy", "attempt", n+1, "err", err)
		}))
}

func (r *Relay) publish(ctx context.Context, feed Feed, sightings []Sighting) error {
	ctx, cancel := context.WithTimeout(ctx, r.each)
	defer cancel()
	if err := feed.Publish(ctx, sightings); err != nil { // OR retry-effect
		return fmt.Errorf("%s: %w", feed.Name(), err)
	}
	return nil
}
