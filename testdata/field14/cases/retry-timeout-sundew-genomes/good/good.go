// Package good reads the genomes of carnivorous plants from Redis. The loop alone repeats, the client
// sends every command once.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"

	"faultfield14/cases/retry-timeout-sundew-genomes/good/cache"
)

// ErrUnknown is returned for a plant without a genome.
var ErrUnknown = errors.New("no genome")

// Genome is the stored sequence.
type Genome struct {
	Plant string `json:"plant"`
	Bases string `json:"bases"`
}

// Library reads genomes.
type Library struct {
	rdb    *redis.Client
	budget time.Duration
	log    *slog.Logger
}

// NewLibrary returns a library on the Redis at addr.
func NewLibrary(addr string, log *slog.Logger) *Library {
	return &Library{rdb: cache.Open(addr), budget: 30 * time.Second, log: log}
}

// Close ends the connections.
func (l *Library) Close() error { return l.rdb.Close() }

// Genome returns the genome of a plant.
func (l *Library) Genome(ctx context.Context, plant string) (*Genome, error) {
	ctx, cancel := context.WithTimeout(ctx, l.budget)
	defer cancel()

	pauses := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(200*time.Millisecond),
		backoff.WithMaxInterval(2*time.Second),
	)
	raw, err := backoff.RetryNotifyWithData(func() ([]byte, error) {
		raw, err := l.rdb.Get(ctx, "genome:"+plant).Bytes()
		var broken net.Error
		switch {
		case errors.Is(err, redis.Nil):
			return nil, backoff.Permanent(ErrUnknown)
		case err != nil && !errors.As(err, &broken):
			return nil, backoff.Permanent(err)
		}
		return raw, err
	}, backoff.WithContext(backoff.WithMaxRetries(pauses, 3), ctx), func(err error, next time.Duration) {
		l.log.WarnContext(ctx, "genome not read", "plant", plant, "next", next, "err", err)
	})
	if err != nil {
		return nil, fmt.Errorf("genome of %s: %w", plant, err)
	}
	var g Genome
	if err := json.Unmarshal(raw, &g); err != nil {
		return nil, fmt.Errorf("genome of %s: %w", plant, err)
	}
	return &g, nil
}
