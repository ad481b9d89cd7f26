// Package bad lets clients read their own writes from a replica: a request that carries the
// position of its last write is held until the replica has come that far.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	look    = 20 * time.Millisecond
	maxHold = 2 * time.Second
)

// Replica follows a primary.
type Replica struct {
	applied atomic.Uint64
}

// Applied records that the replica has applied everything up to a position.
func (r *Replica) Applied(position uint64) {
	for {
		old := r.applied.Load()
		if position <= old || r.applied.CompareAndSwap(old, position) {
			return
		}
	}
}

// Await waits until position has been applied.
func (r *Replica) Await(ctx context.Context, position uint64) error {
	if r.applied.Load() >= position {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for range ticker.C { // EXPECT ignored-done
		if r.applied.Load() >= position {
			break
		}
	}
	return nil
}

// ReadYourWrites is a middleware for handlers that read from the replica.
func (r *Replica) ReadYourWrites(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		token := req.Header.Get("X-Last-Write")
		if token == "" {
			next.ServeHTTP(w, req)
			return
		}
		position, err := strconv.ParseUint(token, 16, 64)
		if err != nil {
			http.Error(w, "malformed X-Last-Write", http.StatusBadRequest)
			return
		}
		ctx, cancel := context.WithTimeout(req.Context(), maxHold)
		defer cancel()
		if err := r.Await(ctx, position); err != nil { // OR ignored-done
			w.Header().Set("Retry-After", "1")
			http.Error(w, fmt.Sprintf("replica is behind: %v", err), http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, req)
	})
}
