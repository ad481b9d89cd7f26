// Package ok translates IP ranges to networks with the help of a slow registry. Callers
// that ask for the same range at the same time share one look-up.
package ok

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const lookupLimit = 15 * time.Second

// Network is what the registry knows about a range.
type Network struct {
	Name    string
	Country string
}

// Registry answers questions about ranges.
type Registry interface {
	Find(ctx context.Context, prefix netip.Prefix) (Network, error)
}

// Directory remembers what the registry said.
type Directory struct {
	registry Registry
	flights  singleflight.Group

	mu    sync.Mutex
	known map[netip.Prefix]Network
}

// NewDirectory returns a directory without memories.
func NewDirectory(registry Registry) *Directory {
	return &Directory{registry: registry, known: make(map[netip.Prefix]Network)}
}

// Network finds the network of an address. A caller that leaves does not end the look-up
// for the others.
func (d *Directory) Network(ctx context.Context, addr netip.Addr) (Network, error) {
	bits := 24
	if addr.Is6() {
		bits = 48
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return Network{}, err
	}
	if n, ok := d.remembered(prefix); ok {
		return n, nil
	}
	flight := d.flights.DoChan(prefix.String(), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupLimit)
		defer cancel()
		n, err := d.registry.Find(ctx, prefix)
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", prefix, err)
		}
		d.mu.Lock()
		d.known[prefix] = n
		d.mu.Unlock()
		return n, nil
	})
	select {
	case r := <-flight:
		if r.Err != nil {
			return Network{}, r.Err
		}
		return r.Val.(Network), nil
	case <-ctx.Done():
		return Network{}, ctx.Err()
	}
}

func (d *Directory) remembered(prefix netip.Prefix) (Network, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, ok := d.known[prefix]
	return n, ok
}
