// Package deposit opens safe-deposit boxes. A box is held by one clerk at a time; the hold is
// given back after every visit, also after one that was broken off.
package deposit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	visitLimit   = 45 * time.Second
	releaseLimit = 3 * time.Second
)

// ErrHeld says that another clerk is at the box.
var ErrHeld = errors.New("box is held")

var giveBack = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end
return 0`)

// Vault keeps track of boxes.
type Vault struct {
	rdb  redis.UniversalClient
	hold time.Duration
	log  *slog.Logger
}

// Visit calls fn while the box is held.
func (v *Vault) Visit(ctx context.Context, box string, fn func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, visitLimit)
	defer cancel()

	slip := rand.Text()
	got, err := v.rdb.SetNX(ctx, "box:"+box, slip, v.hold).Result()
	if err != nil {
		// The hold may have been taken although the answer got lost.
		v.release(ctx, box, slip)
		return fmt.Errorf("hold box %s: %w", box, err)
	}
	if !got {
		return fmt.Errorf("box %s: %w", box, ErrHeld)
	}
	defer v.release(ctx, box, slip)

	if err := fn(ctx); err != nil {
		return fmt.Errorf("visit to box %s: %w", box, err)
	}
	return nil
}

func (v *Vault) release(ctx context.Context, box, slip string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	if err := giveBack.Run(ctx, v.rdb, []string{"box:" + box}, slip).Err(); err != nil {
		v.log.WarnContext(ctx, "box stays held until its time is up", "box", box, "err", err)
	}
}
