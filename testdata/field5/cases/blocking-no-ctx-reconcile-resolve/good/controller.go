// Package endpoints keeps a load balancer's targets in step with host names.
package endpoints

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// Request names what is to be reconciled.
type Request struct {
	Namespace, Name string
}

// Result tells when to look again.
type Result struct {
	RequeueAfter time.Duration
}

// Pool is the wanted state.
type Pool struct {
	Hosts  []string
	Active []string
}

// Registry reads pools and writes their state.
type Registry interface {
	Get(ctx context.Context, req Request) (*Pool, error)
	SetActive(ctx context.Context, req Request, addrs []string) error
}

// Resolver turns a host name into addresses.
type Resolver interface {
	Resolve(ctx context.Context, host string) ([]string, error)
}

// Reconciler does the work.
type Reconciler struct {
	registry Registry
	resolver Resolver
	log      *slog.Logger
}

// NewReconciler returns a reconciler that asks the name servers.
func NewReconciler(registry Registry, log *slog.Logger) *Reconciler {
	return &Reconciler{registry: registry, resolver: dns{}, log: log}
}

// Reconcile resolves the hosts of one pool.
func (r *Reconciler) Reconcile(ctx context.Context, req Request) (Result, error) {
	pool, err := r.registry.Get(ctx, req)
	if err != nil {
		return Result{}, fmt.Errorf("pool %s/%s: %w", req.Namespace, req.Name, err)
	}
	var addrs []string
	for _, host := range pool.Hosts {
		found, err := r.resolver.Resolve(ctx, host)
		if err != nil {
			return Result{}, fmt.Errorf("pool %s/%s: %w", req.Namespace, req.Name, err)
		}
		addrs = append(addrs, found...)
	}
	slices.Sort(addrs)
	addrs = slices.Compact(addrs)
	if !slices.Equal(addrs, pool.Active) {
		r.log.InfoContext(ctx, "targets changed", "pool", req.Name, "targets", len(addrs))
		if err := r.registry.SetActive(ctx, req, addrs); err != nil {
			return Result{}, err
		}
	}
	return Result{RequeueAfter: time.Minute}, nil
}
