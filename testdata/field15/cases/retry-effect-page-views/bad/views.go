// Package views stores page views. They come in from a channel and are inserted in batches.
package views

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	batchSize   = 1000
	flushEvery  = 2 * time.Second
	insertLimit = 10 * time.Second
	batchBudget = 75 * time.Second
)

// View is one page view.
type View struct {
	Seq     int64 // unique in its site, set by the collector
	Site    string
	Path    string
	Visitor string
	At      time.Time
}

// Inserter writes views.
type Inserter struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// Run inserts views until the channel is closed.
func (i *Inserter) Run(ctx context.Context, views <-chan View) error {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	batch := make([]View, 0, batchSize)
	for {
		open := true
		select {
		case <-ctx.Done():
			return ctx.Err()
		case v, more := <-views:
			if open = more; more {
				if batch = append(batch, v); len(batch) < batchSize {
					continue
				}
			}
		case <-tick.C:
		}
		if err := i.insert(ctx, batch); err != nil {
			return err
		}
		batch = batch[:0]
		if !open {
			return nil
		}
	}
}

func (i *Inserter) insert(ctx context.Context, views []View) error {
	if len(views) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, batchBudget)
	defer cancel()
	err := retry.Do(
		func() error { return i.send(ctx, views) }, // EXPECT retry-effect
		retry.Context(ctx),
		retry.Attempts(6),
		retry.Delay(200*time.Millisecond),
		retry.MaxDelay(5*time.Second),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool { var pe *pgconn.PgError; return !errors.As(err, &pe) }),
		retry.OnRetry(func(n uint, err error) { i.log.Warn("views not inserted", "try", n+1, "err", err) }),
	)
	if err != nil {
		return fmt.Errorf("insert %d views: %w", len(views), err)
	}
	return nil
}

func (i *Inserter) send(ctx context.Context, views []View) error {
	ctx, cancel := context.WithTimeout(ctx, insertLimit)
	defer cancel()
	var b pgx.Batch
	for _, v := range views {
		b.Queue(`INSERT INTO views (site, seq, path, visitor, at) VALUES ($1, $2, $3, $4, $5)`, // OR retry-effect
			v.Site, v.Seq, v.Path, v.Visitor, v.At)
	}
	return i.pool.SendBatch(ctx, &b).Close() // OR retry-effect
}
