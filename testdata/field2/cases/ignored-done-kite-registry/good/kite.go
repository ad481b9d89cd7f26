// Package good keeps a registry of kites. Its background work has the context from its
// start-up; its lookups have their callers'.
package good

import (
	"context"
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Registry is a client of the kite service.
type Registry struct {
	ctx    context.Context
	cancel context.CancelFunc
	conn   grpc.ClientConnInterface
	limit  time.Duration
	done   chan struct{}

	mu     sync.RWMutex
	owners map[string]string
}

// Open makes a registry; its background work goes on until ctx ends or Close.
func Open(ctx context.Context, conn grpc.ClientConnInterface, every time.Duration) *Registry {
	ctx, cancel := context.WithCancel(ctx)
	r := &Registry{ctx: ctx, cancel: cancel, conn: conn, limit: 5 * time.Second, done: make(chan struct{}), owners: map[string]string{}}
	go r.forget(every)
	return r
}

func (r *Registry) forget(every time.Duration) {
	defer close(r.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.mu.Lock()
			clear(r.owners)
			r.mu.Unlock()
		case <-r.ctx.Done():
			return
		}
	}
}

// Close ends the background work.
func (r *Registry) Close() {
	r.cancel()
	<-r.done
}

// Owner returns who owns the kite.
func (r *Registry) Owner(ctx context.Context, kite string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	r.mu.RLock()
	owner, ok := r.owners[kite]
	r.mu.RUnlock()
	if ok {
		return owner, nil
	}
	owner, err := r.ask(ctx, kite)
	if err != nil {
		return "", fmt.Errorf("owner of %s: %w", kite, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.owners[kite] = owner
	return owner, nil
}

func (r *Registry) ask(ctx context.Context, kite string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	var out wrapperspb.StringValue
	err := r.conn.Invoke(ctx, "/kites.Registry/Owner", wrapperspb.String(kite), &out)
	return out.GetValue(), err
}
