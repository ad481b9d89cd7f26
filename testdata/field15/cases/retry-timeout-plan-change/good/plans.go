// Package plans moves a workspace from one subscription plan to another. Only one move of a
// workspace runs at a time, in all replicas together; a lock in Redis sees to that.
package plans

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	lockTTL    = time.Minute
	moveBudget = 45 * time.Second // leaves the lock a margin
	applyTries = 4
	applyLimit = 8 * time.Second
)

// Errors of Move.
var (
	ErrBusy   = errors.New("workspace is being changed")
	ErrBilled = errors.New("billing refused the plan")
)

var unlock = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`)

// Billing sets what a workspace may use. Setting the same plan twice does no harm.
type Billing interface {
	SetPlan(ctx context.Context, workspace, plan string) error
}

// Mover moves workspaces.
type Mover struct {
	rdb     *redis.Client
	billing Billing
	log     *slog.Logger
}

// Move sets the plan of a workspace.
func (m *Mover) Move(ctx context.Context, workspace, plan string) error {
	key, token := "plan-lock:"+workspace, uuid.NewString()
	got, err := m.rdb.SetNX(ctx, key, token, lockTTL).Result()
	if err != nil {
		return fmt.Errorf("lock %s: %w", workspace, err)
	}
	if !got {
		return ErrBusy
	}
	defer m.release(context.WithoutCancel(ctx), key, token)

	ctx, cancel := context.WithTimeout(ctx, moveBudget)
	defer cancel()
	for try := 1; ; try++ {
		err := m.apply(ctx, workspace, plan)
		if err == nil {
			return nil
		}
		if try == applyTries || errors.Is(err, ErrBilled) || ctx.Err() != nil {
			return fmt.Errorf("move %s to %s, %d tries: %w", workspace, plan, try, err)
		}
		m.log.WarnContext(ctx, "plan not set yet", "workspace", workspace, "try", try, "err", err)
		d := 500 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
}

func (m *Mover) apply(ctx context.Context, workspace, plan string) error {
	ctx, cancel := context.WithTimeout(ctx, applyLimit)
	defer cancel()
	return m.billing.SetPlan(ctx, workspace, plan)
}

func (m *Mover) release(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := unlock.Run(ctx, m.rdb, []string{key}, token).Err(); err != nil {
		m.log.WarnContext(ctx, "lock not released, it will run out", "key", key, "err", err)
	}
}
