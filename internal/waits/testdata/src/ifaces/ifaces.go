// Package ifaces is about waits behind interfaces.
package ifaces

import (
	"context"
	"database/sql"
	"io"
)

// The interface has no context, so that no implementation can have one.
type pages interface {
	recall(key string) error
	keep(ctx context.Context, key string) error
	drop(ctx context.Context, key string) error
}

type remote struct{ db *sql.DB }

func (r *remote) recall(key string) error {
	_, err := r.db.Query("SELECT 1") // want `Query: none proven$`
	return err
}

func (r *remote) keep(ctx context.Context, key string) error {
	_, err := r.db.ExecContext(ctx, "x") // want `ExecContext: param 0 of`
	return err
}

// The fault of an implementation that drops the context is its own.
func (r *remote) drop(_ context.Context, key string) error {
	_, err := r.db.Exec("x") // want `Exec: none proven$`
	return err
}

func cached(ctx context.Context, p pages) {
	p.recall("a")                     // want `\(\*sql.DB\).Query: none proven iface via \(\*remote\).recall → \(\*sql.DB\).Query`
	p.keep(ctx, "a")                  // want `ExecContext: param 0 of cached iface via`
	p.keep(context.Background(), "a") // want `ExecContext: root proven iface via`
	p.drop(ctx, "a")
}

// Interfaces of the standard library are anybody's.
type reader struct{ db *sql.DB }

func (r *reader) Read(b []byte) (int, error) {
	_, err := r.db.Query("SELECT 1") // want `Query: none proven$`
	return 0, err
}

func readAll(r io.Reader) {
	r.Read(nil) // want `\(io.Reader\).Read: unknown ifpeer`
}

// A wrapper around the interface it implements.
type logged struct{ inner pages }

func (l *logged) recall(key string) error {
	return l.inner.recall(key) // want `Query: none proven iface via`
}
func (l *logged) keep(ctx context.Context, key string) error { return nil }
func (l *logged) drop(ctx context.Context, key string) error { return nil }

// Type parameters: unknown.
type recaller interface{ recall(key string) error }

func generic[T recaller](t T) {
	t.recall("x")
}
