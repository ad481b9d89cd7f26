// Package good counts who passes the gates of a ski lift, from a stream that should never end.
// A stream that has delivered something resets the policy when it breaks, so the five minutes
// of MaxElapsedTime measure how long the feed has been away.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// ErrRevoked is the feed's answer to a subscription that was taken away.
var ErrRevoked = errors.New("subscription revoked")

const outage = 5 * time.Minute // of the feed, before somebody has to look after it

// Passage is one skier at one gate.
type Passage struct {
	Gate string
	Card string
	At   time.Time
}

// Feed delivers passages until the connection breaks or ctx ends.
type Feed interface {
	Follow(ctx context.Context, each func(Passage)) error
}

// Counter counts passages.
type Counter struct {
	feed  Feed
	count atomic.Int64
	log   *slog.Logger
}

// NewCounter returns a Counter of what feed delivers.
func NewCounter(feed Feed, log *slog.Logger) *Counter { return &Counter{feed: feed, log: log} }

// Count returns the number of passages so far.
func (c *Counter) Count() int64 { return c.count.Load() }

// Run counts until ctx ends or the feed has been away for too long.
func (c *Counter) Run(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(30*time.Second),
		backoff.WithMaxElapsedTime(outage),
	)
	follow := func() error {
		passages := 0
		err := c.feed.Follow(ctx, func(Passage) {
			passages++
			c.count.Add(1)
		})
		if err == nil {
			err = errors.New("feed ended the stream")
		}
		c.log.Info("stream is over", "passages", passages, "err", err)
		if passages > 0 {
			bo.Reset()
		}
		if errors.Is(err, ErrRevoked) {
			return backoff.Permanent(err)
		}
		return err
	}
	notify := func(err error, d time.Duration) {
		c.log.Warn("connecting to the gates again", "next", d, "err", err)
	}
	if err := backoff.RetryNotify(follow, backoff.WithContext(bo, ctx), notify); err != nil {
		return fmt.Errorf("gates: %w", err)
	}
	return nil
}
