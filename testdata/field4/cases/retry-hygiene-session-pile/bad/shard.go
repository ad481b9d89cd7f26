// Package shard lets one worker at a time own a shard of the crawl.
package shard

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
)

// Crawl works through the URLs of a shard and returns when the subscription is of no use any more.
type Crawl func(ctx context.Context, urls *nats.Subscription) error

// Worker takes URLs from its shard's subject.
type Worker struct {
	nc    *nats.Conn
	shard string
	log   *slog.Logger
}

// New returns a Worker of a shard.
func New(nc *nats.Conn, shard string, log *slog.Logger) *Worker {
	return &Worker{nc: nc, shard: shard, log: log}
}

// Run crawls until ctx ends; a crawl that failed is begun anew.
func (w *Worker) Run(ctx context.Context, crawl Crawl) error {
	for {
		sub, err := w.nc.QueueSubscribeSync("crawl."+w.shard, "crawlers")
		if err == nil {
			defer w.leave(sub) // EXPECT retry-hygiene
			err = crawl(ctx, sub)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.log.Warn("crawl ended", "shard", w.shard, "err", err)
		t := time.NewTimer(time.Second + rand.N(4*time.Second))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func (w *Worker) leave(sub *nats.Subscription) {
	if err := sub.Unsubscribe(); err != nil {
		w.log.Warn("still subscribed", "shard", w.shard, "err", fmt.Errorf("unsubscribe: %w", err))
	}
}
