// Package scaler is an operator that takes shards of a time series store out of service. A
// shard is asked to get ready first; only then is its replica removed.
package scaler

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// Request names the shard group to reconcile.
type Request struct{ Namespace, Group string }

// Result says when to come back.
type Result struct{ RequeueAfter time.Duration }

// Cluster is the part of the API server that the operator needs.
type Cluster interface {
	Replicas(ctx context.Context, ns, group string) (have, want int, err error)
	SetReplicas(ctx context.Context, ns, group string, n int) error
}

// Reconciler scales shard groups down.
type Reconciler struct {
	cluster Cluster
	client  *http.Client
	log     *slog.Logger
}

// New returns a reconciler.
func New(cluster Cluster, log *slog.Logger) *Reconciler {
	return &Reconciler{cluster: cluster, client: &http.Client{}, log: log} // OR blocking-no-ctx
}

// Reconcile removes at most one shard.
func (r *Reconciler) Reconcile(ctx context.Context, req Request) (Result, error) {
	have, want, err := r.cluster.Replicas(ctx, req.Namespace, req.Group)
	if err != nil {
		return Result{}, fmt.Errorf("replicas of %s: %w", req.Group, err)
	}
	if have <= want {
		return Result{RequeueAfter: 5 * time.Minute}, nil
	}
	last := fmt.Sprintf("http://%s-%d.%s.%s.svc:8080", req.Group, have-1, req.Group, req.Namespace)
	left, err := r.prepare(last) // OR blocking-no-ctx
	if err != nil {
		return Result{}, fmt.Errorf("prepare %s: %w", last, err)
	}
	if left > 0 {
		r.log.InfoContext(ctx, "shard still uploads", "shard", last, "blocks", left)
		return Result{RequeueAfter: 30 * time.Second}, nil
	}
	if err := r.cluster.SetReplicas(ctx, req.Namespace, req.Group, have-1); err != nil {
		return Result{}, fmt.Errorf("scale %s: %w", req.Group, err)
	}
	return Result{RequeueAfter: time.Minute}, nil
}

// prepare asks a shard to get ready and returns how many blocks it still has to upload.
func (r *Reconciler) prepare(shard string) (int, error) {
	resp, err := r.client.Post(shard+"/ingester/prepare-shutdown", "application/json", nil) // EXPECT blocking-no-ctx
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %s", resp.Status)
	}
	var state struct {
		Blocks int `json:"blocks"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&state); err != nil {
		return 0, fmt.Errorf("decode: %w", err)
	}
	return state.Blocks, nil
}
