// Package bad makes sure that one booth of a fair sells an item at a time. The handler puts the
// claim into etcd under a context that the claims keep since the start of the program: it ends
// with the program, not with the request.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Claims keeps claims.
type Claims struct {
	ctx context.Context
	cli *clientv3.Client
	ttl time.Duration
}

// New returns claims.
func New(ctx context.Context, cli *clientv3.Client) *Claims {
	return &Claims{ctx: ctx, cli: cli, ttl: time.Minute}
}

func (c *Claims) take(item, booth string) (bool, error) {
	lease, err := c.cli.Grant(c.ctx, int64(c.ttl.Seconds())) // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return false, fmt.Errorf("lease: %w", err)
	}
	key := "claims/" + item
	resp, err := c.cli.Txn(c.ctx). // OR blocking-no-ctx // OR ignored-done
					If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
					Then(clientv3.OpPut(key, booth, clientv3.WithLease(lease.ID))).
					Commit() // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return false, fmt.Errorf("claim %s: %w", item, err)
	}
	return resp.Succeeded, nil
}

// ServeHTTP takes a claim.
func (c *Claims) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ok, err := c.take(r.PathValue("item"), r.Header.Get("X-Booth")) // EXPECT blocking-no-ctx // OR ignored-done
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case !ok:
		w.WriteHeader(http.StatusConflict)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}
