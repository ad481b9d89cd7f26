// Package bad carries block headers from one chain to another.
// retry-go is not told of the context: when the relay is stopped, the query fails with "canceled" and is
// tried nine times more, with pauses of up to 25 seconds, before the relay can exit.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
	"golang.org/x/sync/errgroup"
)

// Chain is one of the two chains.
type Chain interface {
	ID() string
	Height(ctx context.Context) (uint64, error)
	Header(ctx context.Context, height uint64) ([]byte, error)
}

// Relay knows both.
type Relay struct {
	src, dst Chain
	log      *slog.Logger
}

// Heights returns the heights of both chains.
func (r *Relay) Heights(ctx context.Context) (src, dst uint64, err error) {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) { src, err = r.height(ctx, r.src); return err })
	g.Go(func() (err error) { dst, err = r.height(ctx, r.dst); return err })
	return src, dst, g.Wait()
}

func (r *Relay) height(ctx context.Context, c Chain) (uint64, error) {
	var h uint64
	err := retry.Do(func() error { // EXPECT retry-hygiene
		qctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		var err error
		h, err = c.Height(qctx) // OR retry-hygiene
		return err
	},
		retry.Attempts(10),
		retry.Delay(100*time.Millisecond),
		retry.LastErrorOnly(true), // OR retry-hygiene
		retry.OnRetry(func(n uint, err error) {
			r.log.Info("height not known", "chain", c.ID(), "attempt", n+1, "err", err)
		}),
	)
	if err != nil {
		return 0, fmt.Errorf("height of %s: %w", c.ID(), err)
	}
	return h, nil
}
