// Package good leases berths in a marina. The renewing runs on a context of the lease, which
// Release ends; the caller's context bounds the wait for a free berth only.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Office keeps the leases.
type Office interface {
	Claim(ctx context.Context, berth, boat string, ttl time.Duration) error
	Renew(ctx context.Context, berth, boat string, ttl time.Duration) error
	Drop(ctx context.Context, berth, boat string) error
}

// Marina leases berths.
type Marina struct {
	office Office
	ttl    time.Duration
	log    *slog.Logger
}

// Lease is a berth that is held.
type Lease struct {
	marina      *Marina
	berth, boat string
	stop        context.CancelFunc
	renewing    sync.WaitGroup
}

// Acquire waits for the berth until ctx ends and holds it from then on until Release.
func (m *Marina) Acquire(ctx context.Context, berth, boat string) (*Lease, error) {
	if err := m.office.Claim(ctx, berth, boat, m.ttl); err != nil {
		return nil, fmt.Errorf("claim %s: %w", berth, err)
	}
	l := &Lease{marina: m, berth: berth, boat: boat}
	hold, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop = stop
	l.renewing.Add(1)
	go l.renew(hold)
	return l, nil
}

func (l *Lease) renew(ctx context.Context) {
	defer l.renewing.Done()
	beat := time.NewTicker(l.marina.ttl / 3)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if err := l.once(ctx); err != nil {
				l.marina.log.WarnContext(ctx, "lease not renewed", "berth", l.berth, "err", err)
			}
		}
	}
}

func (l *Lease) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.marina.ttl/3)
	defer cancel()
	return l.marina.office.Renew(ctx, l.berth, l.boat, l.marina.ttl)
}

// Release gives the berth back.
func (l *Lease) Release(ctx context.Context) error {
	l.stop()
	l.renewing.Wait()
	return l.marina.office.Drop(ctx, l.berth, l.boat)
}
