// Package bad keeps the seals of guilds fresh, in a small generic cache. The cache holds its
// mutex while the loader fetches a seal over the network, so one slow guild stops all others.
package bad

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"sync"
	"time"
)

// Loader fetches a value.
type Loader[K comparable, V any] func(ctx context.Context, key K) (V, time.Time, error)

type cell[V any] struct {
	value V
	until time.Time
}

// Cache keeps values until they end.
type Cache[K comparable, V any] struct {
	load Loader[K, V]
	mu   sync.Mutex
	kept map[K]cell[V]
}

// NewCache returns a cache.
func NewCache[K comparable, V any](load Loader[K, V]) *Cache[K, V] {
	return &Cache[K, V]{load: load, kept: map[K]cell[V]{}}
}

// Get returns the value of key.
func (c *Cache[K, V]) Get(ctx context.Context, key K) (V, error) {
	c.mu.Lock() // OR blocking-no-ctx
	defer c.mu.Unlock()
	if e, ok := c.kept[key]; ok && time.Now().Before(e.until) {
		return e.value, nil
	}
	v, until, err := c.load(ctx, key) // EXPECT blocking-no-ctx
	if err != nil {
		return v, err
	}
	c.kept[key] = cell[V]{value: v, until: until}
	return v, nil
}

// Seals knows the certificates of guilds.
type Seals struct {
	cache *Cache[string, *x509.Certificate]
}

// NewSeals returns seals.
func NewSeals() *Seals { return &Seals{cache: NewCache(fetch)} } // OR blocking-no-ctx

// Of returns the certificate that a guild's host shows.
func (s *Seals) Of(ctx context.Context, host string) (*x509.Certificate, error) {
	return s.cache.Get(ctx, host) // OR blocking-no-ctx
}

func fetch(ctx context.Context, host string) (*x509.Certificate, time.Time, error) {
	d := tls.Dialer{NetDialer: &net.Dialer{Timeout: 10 * time.Second}, Config: &tls.Config{MinVersion: tls.VersionTLS12}}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(host, "443")) // OR blocking-no-ctx
	if err != nil {
		return nil, time.Time{}, err
	}
	defer conn.Close()
	chain := conn.(*tls.Conn).ConnectionState().PeerCertificates
	if len(chain) == 0 {
		return nil, time.Time{}, errors.New("no certificate")
	}
	return chain[0], time.Now().Add(time.Hour), nil
}
