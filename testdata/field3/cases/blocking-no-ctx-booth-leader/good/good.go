// Package good makes sure that one booth of a fair sells an item at a time. The claim runs under
// the request's context.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// Claims keeps claims.
type Claims struct {
	cli *clientv3.Client
	ttl time.Duration
}

// New returns claims.
func New(cli *clientv3.Client) *Claims {
	return &Claims{cli: cli, ttl: time.Minute}
}

func (c *Claims) take(ctx context.Context, item, booth string) (bool, error) {
	lease, err := c.cli.Grant(ctx, int64(c.ttl.Seconds()))
	if err != nil {
		return false, fmt.Errorf("lease: %w", err)
	}
	key := "claims/" + item
	resp, err := c.cli.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, booth, clientv3.WithLease(lease.ID))).
		Commit()
	if err != nil {
		return false, fmt.Errorf("claim %s: %w", item, err)
	}
	return resp.Succeeded, nil
}

// ServeHTTP takes a claim.
func (c *Claims) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ok, err := c.take(r.Context(), r.PathValue("item"), r.Header.Get("X-Booth"))
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case !ok:
		w.WriteHeader(http.StatusConflict)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}
