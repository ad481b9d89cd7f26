// Package bad shows which ships are in a harbour by keys that lapse unless they are renewed.
// The renewal runs on a context that nothing can cancel, and Leave does not stop it either:
// it puts the key of a ship that has left back again, for as long as the process runs.
package bad

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
}

// Enter records a ship until it leaves.
func (h *Harbour) Enter(ctx context.Context, ship, berth string) (*Visit, error) {
	v := &Visit{harbour: h, key: "ship:" + ship, berth: berth}
	if err := h.rdb.Set(ctx, v.key, berth, h.lapse).Err(); err != nil {
		return nil, fmt.Errorf("enter %s: %w", ship, err)
	}
	go v.renew(context.WithoutCancel(ctx)) // EXPECT ignored-done
	return v, nil
}

// Leave takes the ship off the record.
func (v *Visit) Leave(ctx context.Context) error {
	if err := v.harbour.rdb.Del(ctx, v.key).Err(); err != nil { // OR ignored-done
		return fmt.Errorf("leave %s: %w", v.key, err)
	}
	return nil
}

func (v *Visit) renew(ctx context.Context) {
	ticker := time.NewTicker(v.harbour.lapse / 3)
	defer ticker.Stop()
	for { // OR ignored-done
		select { // OR ignored-done
		case <-ticker.C:
		case <-ctx.Done(): // OR ignored-done
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
