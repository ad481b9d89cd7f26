// Package good carries block headers from one chain to another.
// retry-go is given the context, and ends its pauses and its attempts with it.
package good

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
	err := retry.Do(func() error {
		qctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		var err error
		h, err = c.Height(qctx)
		return err
	},
		retry.Context(ctx),
		retry.Attempts(10),
		retry.Delay(100*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.OnRetry(func(n uint, err error) {
			r.log.Info("height not known", "chain", c.ID(), "attempt", n+1, "err", err)
		}),
	)
	if err != nil {
		return 0, fmt.Errorf("height of %s: %w", c.ID(), err)
	}
	return h, nil
}
