// Package good mirrors the berths of ferries from etcd. Run watches again when the watch breaks and
// returns when the context ends, also in the pause in between.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

var errEnded = errors.New("watch ended")

// Berths knows where ferries lie.
type Berths struct {
	kv     clientv3.KV
	watch  clientv3.Watcher
	prefix string
	pause  time.Duration
	log    *slog.Logger

	mu sync.RWMutex
	at map[string]string // ferry to berth
}

// Of returns the berth of a ferry.
func (b *Berths) Of(ferry string) (string, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	berth, ok := b.at[ferry]
	return berth, ok
}

// Run keeps the mirror up to date until ctx ends.
func (b *Berths) Run(ctx context.Context) error {
	for {
		err := b.follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.log.WarnContext(ctx, "berths are not followed, starting over", "err", err)
		select {
		case <-time.After(b.pause + rand.N(b.pause)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// follow loads all berths and applies changes until the watch fails.
func (b *Berths) follow(ctx context.Context) error {
	loadCtx, cancelLoad := context.WithTimeout(ctx, 10*time.Second)
	all, err := b.kv.Get(loadCtx, b.prefix, clientv3.WithPrefix())
	cancelLoad()
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	at := make(map[string]string, len(all.Kvs))
	for _, kv := range all.Kvs {
		at[strings.TrimPrefix(string(kv.Key), b.prefix)] = string(kv.Value)
	}
	b.mu.Lock()
	b.at = at
	b.mu.Unlock()

	watchCtx, stop := context.WithCancel(clientv3.WithRequireLeader(ctx))
	defer stop()
	for resp := range b.watch.Watch(watchCtx, b.prefix,
		clientv3.WithPrefix(), clientv3.WithRev(all.Header.Revision+1)) {
		if err := resp.Err(); err != nil {
			return fmt.Errorf("watch: %w", err)
		}
		b.apply(resp.Events)
	}
	return errEnded
}

func (b *Berths) apply(events []*clientv3.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range events {
		ferry := strings.TrimPrefix(string(e.Kv.Key), b.prefix)
		if e.Type == clientv3.EventTypeDelete {
			delete(b.at, ferry)
			continue
		}
		b.at[ferry] = string(e.Kv.Value)
	}
}
