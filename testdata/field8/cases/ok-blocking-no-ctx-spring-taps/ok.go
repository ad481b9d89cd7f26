// Package ok limits how much water a card may draw from a spring. The count in Redis runs under
// a context without the request's cancellation, or who hangs up at the right moment would drink
// for nothing; values such as traces stay, and a limit of its own ends it soon.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

const countLimit = 150 * time.Millisecond

// Meter counts draws of a card.
type Meter interface {
	Draw(ctx context.Context, card string) (int64, error)
}

type redisMeter struct {
	rdb    *redis.Client
	period time.Duration
}

// NewMeter counts in the Redis at addr, each draw at most once.
func NewMeter(addr string, period time.Duration) Meter {
	opts := &redis.Options{Addr: addr, MaxRetries: -1, ContextTimeoutEnabled: true}
	return &redisMeter{rdb: redis.NewClient(opts), period: period}
}

func (m *redisMeter) Draw(ctx context.Context, card string) (int64, error) {
	key := "draws:" + card
	var draws *redis.IntCmd
	_, err := m.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		draws = pipe.Incr(ctx, key)
		pipe.ExpireNX(ctx, key, m.period)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count draw: %w", err)
	}
	return draws.Val(), nil
}

// Tap opens for cards that have draws left.
type Tap struct {
	meter Meter
	most  int64
	log   *slog.Logger
}

// Guard wraps what opens the tap.
func (t *Tap) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		draws, err := t.count(r.Context(), r.Header.Get("X-Card"))
		if err != nil {
			t.log.ErrorContext(r.Context(), "count", "err", err)
			http.Error(w, "tap is stuck", http.StatusServiceUnavailable)
			return
		}
		if draws > t.most {
			http.Error(w, "enough for today", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (t *Tap) count(ctx context.Context, card string) (int64, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), countLimit)
	defer cancel()
	return t.meter.Draw(ctx, card)
}
