// Package good rents lamps and renews the rent in the background, until the lamp is
// given back.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

// Rack has lamps.
type Rack struct {
	rdb *redis.Client
	ttl time.Duration
	log *slog.Logger
}

// Lamp is a rented lamp.
type Lamp struct {
	ID   string
	rack *Rack
	stop func()
}

// Rent takes the lamp, if nobody else has it.
func (r *Rack) Rent(ctx context.Context, id, who string) (*Lamp, error) {
	ok, err := r.rdb.SetNX(ctx, key(id), who, r.ttl).Result()
	if err != nil {
		return nil, fmt.Errorf("rent %s: %w", id, err)
	}
	if !ok {
		return nil, errors.New("lamp is taken")
	}
	l := &Lamp{ID: id, rack: r}
	l.stop = r.renew(context.WithoutCancel(ctx), id)
	return l, nil
}

// renew keeps the rent alive until the function it returns is called.
func (r *Rack) renew(ctx context.Context, id string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticks := time.NewTicker(r.ttl / 3)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				r.renewOnce(ctx, id)
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

func (r *Rack) renewOnce(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, r.ttl/3)
	defer cancel()
	if err := r.rdb.Expire(ctx, key(id), r.ttl).Err(); err != nil {
		r.log.WarnContext(ctx, "rent not renewed", "lamp", id, "err", err)
	}
}

// Return gives the lamp back.
func (l *Lamp) Return(ctx context.Context) error {
	l.stop()
	if err := l.rack.rdb.Del(ctx, key(l.ID)).Err(); err != nil {
		return fmt.Errorf("return %s: %w", l.ID, err)
	}
	return nil
}

func key(id string) string { return "lamp:" + id }
