// Package good shows which ships are in a harbour by keys that lapse unless they are renewed.
// The renewal outlives the call that entered the ship, but not the visit: Leave cancels it
// and waits for its end, which is near then, before it deletes the key.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const renewLimit = 2 * time.Second

// Harbour records who is there.
type Harbour struct {
	rdb   redis.UniversalClient
	lapse time.Duration
	log   *slog.Logger
}

// Visit is the stay of one ship.
type Visit struct {
	harbour *Harbour
	key     string
	berth   string
	stop    context.CancelFunc
	stopped chan struct{}
}

// Enter records a ship until it leaves.
func (h *Harbour) Enter(ctx context.Context, ship, berth string) (*Visit, error) {
	v := &Visit{harbour: h, key: "ship:" + ship, berth: berth, stopped: make(chan struct{})}
	if err := h.rdb.Set(ctx, v.key, berth, h.lapse).Err(); err != nil {
		return nil, fmt.Errorf("enter %s: %w", ship, err)
	}
	stay, stop := context.WithCancel(context.WithoutCancel(ctx))
	v.stop = stop
	go v.renew(stay)
	return v, nil
}

// Leave takes the ship off the record.
func (v *Visit) Leave(ctx context.Context) error {
	v.stop()
	<-v.stopped
	if err := v.harbour.rdb.Del(ctx, v.key).Err(); err != nil {
		return fmt.Errorf("leave %s: %w", v.key, err)
	}
	return nil
}

func (v *Visit) renew(ctx context.Context) {
	defer close(v.stopped)
	ticker := time.NewTicker(v.harbour.lapse / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		v.touch(ctx)
	}
}

func (v *Visit) touch(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, renewLimit)
	defer cancel()
	if err := v.harbour.rdb.Set(ctx, v.key, v.berth, v.harbour.lapse).Err(); err != nil {
		v.harbour.log.WarnContext(ctx, "presence not renewed", "key", v.key, "err", err)
	}
}
