// Package bad is a controller that keeps the addresses of buoys up to date. Names are resolved through
// a function field that is the resolver of the standard library without a context. On a network
// whose name servers are gone each buoy costs a worker half a minute.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"
)

// Request names the buoy to reconcile.
type Request struct{ Namespace, Name string }

// Result says when to look at the buoy again.
type Result struct{ RequeueAfter time.Duration }

// Buoy is one object.
type Buoy struct {
	Host      string
	Addresses []string
	Missing   bool
}

// Store reads and writes buoys.
type Store interface {
	Get(ctx context.Context, req Request) (*Buoy, error)
	Update(ctx context.Context, req Request, b *Buoy) error
}

// ErrGone is returned by a store for an object that is deleted.
var ErrGone = errors.New("object is gone")

// Reconciler keeps buoys up to date.
type Reconciler struct {
	store   Store
	resolve func(host string) ([]string, error)
}

// New returns a reconciler that asks the system's resolver.
func New(store Store) *Reconciler {
	return &Reconciler{store: store, resolve: net.LookupHost} // OR blocking-no-ctx
}

// Reconcile handles one buoy.
func (r *Reconciler) Reconcile(ctx context.Context, req Request) (Result, error) {
	buoy, err := r.store.Get(ctx, req)
	if errors.Is(err, ErrGone) {
		return Result{}, nil
	}
	if err != nil {
		return Result{}, fmt.Errorf("get %s: %w", req.Name, err)
	}
	addrs, missing, err := r.addresses(buoy.Host) // OR blocking-no-ctx
	if err != nil {
		return Result{}, fmt.Errorf("resolve %s: %w", buoy.Host, err)
	}
	if buoy.Missing == missing && slices.Equal(buoy.Addresses, addrs) {
		return Result{RequeueAfter: 10 * time.Minute}, nil
	}
	buoy.Addresses, buoy.Missing = addrs, missing
	if err := r.store.Update(ctx, req, buoy); err != nil {
		return Result{}, fmt.Errorf("update %s: %w", req.Name, err)
	}
	return Result{RequeueAfter: time.Minute}, nil
}

func (r *Reconciler) addresses(host string) (addrs []string, missing bool, err error) {
	addrs, err = r.resolve(host) // EXPECT blocking-no-ctx
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return nil, true, nil
	}
	slices.Sort(addrs)
	return addrs, false, err
}
