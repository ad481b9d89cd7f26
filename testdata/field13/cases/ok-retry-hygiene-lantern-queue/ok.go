// Package ok lights lanterns from a Redis list. When the list is empty the loop asks again at
// once; no pause is missing there, because BLPOP has already waited five seconds on the server.
// Errors are another matter: they are followed by a growing, scattered pause.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	queueKey  = "lanterns:todo"
	popWait   = 5 * time.Second
	lightTime = 20 * time.Second
)

// Lighter lights one lantern; lighting a burning one does nothing.
type Lighter func(ctx context.Context, lantern string) error

// Worker takes lanterns from the queue.
type Worker struct {
	rdb   *redis.Client
	light Lighter
	log   *slog.Logger
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	failures := 0
	for ctx.Err() == nil {
		got, err := w.rdb.BLPop(ctx, popWait, queueKey).Result()
		if errors.Is(err, redis.Nil) {
			failures = 0
			continue
		}
		if err != nil {
			failures++
			d := min(250*time.Millisecond<<min(failures, 7), 30*time.Second)
			w.log.Warn("queue not readable", "failures", failures, "err", err)
			select {
			case <-time.After(d/2 + rand.N(d/2)):
			case <-ctx.Done():
			}
			continue
		}
		failures = 0
		if err := w.one(ctx, got[1]); err != nil {
			w.log.Error("lantern stays dark", "lantern", got[1], "err", err)
		}
	}
	return ctx.Err()
}

func (w *Worker) one(ctx context.Context, lantern string) error {
	ctx, cancel := context.WithTimeout(ctx, lightTime)
	defer cancel()
	if err := w.light(ctx, lantern); err != nil {
		return fmt.Errorf("light: %w", err)
	}
	return nil
}
