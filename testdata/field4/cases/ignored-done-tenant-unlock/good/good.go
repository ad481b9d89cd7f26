// Package good moves tenants between database clusters, one move per tenant at a time.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Mover copies a tenant's data and switches its traffic.
type Mover interface {
	Copy(ctx context.Context, tenant, target string) error
	Switch(ctx context.Context, tenant, target string) error
}

// Coordinator makes sure that a tenant is moved once at a time in the whole fleet.
type Coordinator struct {
	session *concurrency.Session
	mover   Mover
	limit   time.Duration
	log     *slog.Logger
}

// NewCoordinator opens the lock session, which lives as long as the process.
func NewCoordinator(client *clientv3.Client, mover Mover, limit time.Duration, log *slog.Logger) (*Coordinator, error) {
	session, err := concurrency.NewSession(client, concurrency.WithTTL(30))
	if err != nil {
		return nil, fmt.Errorf("open lock session: %w", err)
	}
	return &Coordinator{session: session, mover: mover, limit: limit, log: log}, nil
}

// Move takes the tenant's lock and moves the tenant.
func (c *Coordinator) Move(ctx context.Context, tenant, target string) error {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()

	lock := concurrency.NewMutex(c.session, path.Join("/moves", tenant))
	if err := lock.Lock(ctx); err != nil {
		return fmt.Errorf("lock tenant %s: %w", tenant, err)
	}
	defer func() {
		unlockCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := lock.Unlock(unlockCtx); err != nil {
			c.log.Error("tenant stays locked", "tenant", tenant, "err", err)
		}
	}()

	if err := c.mover.Copy(ctx, tenant, target); err != nil {
		return fmt.Errorf("copy %s to %s: %w", tenant, target, err)
	}
	if err := c.mover.Switch(ctx, tenant, target); err != nil {
		return fmt.Errorf("switch %s to %s: %w", tenant, target, err)
	}
	return nil
}
