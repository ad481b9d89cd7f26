// Package own has locks that keep the users of one connection, or the runs of one function, apart.
package own

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

type base struct {
	mu *sync.Mutex
	tx *sql.Tx
}

type treeTx struct {
	base
	store *store
}

func (t *treeTx) add(ctx context.Context, v int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := t.tx.ExecContext(ctx, "INSERT INTO leaves VALUES (?)", v); err != nil {
		return err
	}
	_, err := t.store.db.PrepareContext(ctx, "SELECT 1")
	return err
}

func (t *treeTx) ask(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tx.QueryRowContext(ctx, "SELECT 1").Scan(new(int))
}

type session struct {
	mu sync.Mutex
	c  *sql.Conn
}

func (s *session) ask(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.c.QueryRowContext(ctx, "SELECT 1").Scan(new(int))
}

// What is not the database keeps the users of the transaction waiting.
type called struct {
	mu sync.Mutex
	tx *sql.Tx
	hc *http.Client
}

func (c *called) tell(ctx context.Context, req *http.Request) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.hc.Do(req.WithContext(ctx)) // want `c.mu, taken at own.go:\d+, is held across \(\*http.Client\).Do`
	return err
}

// The lock of all, over a pool.
type store struct {
	mu    sync.Mutex
	db    *sql.DB
	stmts map[string]*sql.Stmt
}

func (s *store) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := s.stmts[text]; st != nil {
		return st, nil
	}
	st, err := s.db.PrepareContext(ctx, text) // want `s.mu, taken at own.go:\d+, is held across \(\*sql.DB\).PrepareContext`
	if err == nil {
		s.stmts[text] = st
	}
	return st, err
}

// One update at a time; what it changes has a lock of its own.
type roots struct {
	update sync.Mutex
	mu     sync.Mutex
	root   string
	hc     *http.Client
}

func (r *roots) get() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.root
}

func (r *roots) renew(ctx context.Context, req *http.Request) error {
	r.update.Lock()
	defer r.update.Unlock()
	old := r.get()
	resp, err := r.hc.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.root = old + resp.Status
	return nil
}

// Another function wants the lock as well.
type shared struct {
	all sync.Mutex
	mu  sync.Mutex
	n   int
	hc  *http.Client
}

func (s *shared) renew(ctx context.Context, req *http.Request) error {
	s.all.Lock()
	defer s.all.Unlock()
	if _, err := s.hc.Do(req.WithContext(ctx)); err != nil { // want `s.all, taken at own.go:\d+, is held across \(\*http.Client\).Do`
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return nil
}

func (s *shared) look(ctx context.Context) int {
	s.all.Lock()
	defer s.all.Unlock()
	return s.n
}
