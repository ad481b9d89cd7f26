// Package bad reads the departures for the boards at tram stops, from the near cache and else from the far one.
// The near cache is to have 60 ms. But a go-redis client without ContextTimeoutEnabled does not look at the
// deadline while it waits for a reply: the socket's limit of two seconds holds, far more than the whole question has.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	boardLimit = 400 * time.Millisecond
	nearLimit  = 60 * time.Millisecond
)

// Boards looks departures up.
type Boards struct {
	near, far *redis.Client
	log       *slog.Logger
}

// New returns a Boards for the two caches.
func New(near, far string, log *slog.Logger) *Boards {
	return &Boards{near: open(near), far: open(far), log: log}
}

func open(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{ // OR retry-timeout
		Addr:          addr,
		DialTimeout:   time.Second,
		DialerRetries: 1,
		ReadTimeout:   2 * time.Second, // OR retry-timeout
		WriteTimeout:  time.Second,
		MaxRetries:    -1, // the caller asks the other cache instead
	})
}

// Close closes both clients.
func (b *Boards) Close() error {
	return errors.Join(b.near.Close(), b.far.Close())
}

// Next returns the next departures of a stop.
func (b *Boards) Next(ctx context.Context, stop string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, boardLimit) // OR retry-timeout
	defer cancel()

	deps, err := b.fromNear(ctx, stop)
	if err == nil {
		return deps, nil
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("departures of %s: %w", stop, err)
	}
	b.log.Debug("near cache did not answer", "stop", stop, "err", err)
	deps, farErr := b.far.LRange(ctx, key(stop), 0, 9).Result()
	if farErr != nil {
		return nil, fmt.Errorf("departures of %s: %w", stop, errors.Join(farErr, err))
	}
	return deps, nil
}

func (b *Boards) fromNear(ctx context.Context, stop string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, nearLimit) // OR retry-timeout
	defer cancel()
	return b.near.LRange(ctx, key(stop), 0, 9).Result() // EXPECT retry-timeout
}

func key(stop string) string { return "departures:" + stop }
