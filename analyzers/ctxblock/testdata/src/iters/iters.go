// Package iters has iterators that ask a database while a loop goes over them.
package iters

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"net/http"
)

type store struct {
	db    *sql.DB
	names []string
}

func (s *store) rows(query string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rows, err := s.db.Query(query) // want `\(\*sql.DB\).Query waits without a context, so the end of r.Context\(\) does not end it: \(\*store\).list → \(\*store\).rows.func → \(\*sql.DB\).Query`
		if err != nil {
			return
		}
		defer rows.Close()
		for rows.Next() {
			var x string
			if rows.Scan(&x) != nil || !yield(x) {
				return
			}
		}
	}
}

func (s *store) list(w http.ResponseWriter, r *http.Request) {
	for x := range s.rows("SELECT 1") {
		fmt.Fprintln(w, x)
	}
}

// It has the context.
func (s *store) heeds(ctx context.Context) iter.Seq[string] {
	return func(yield func(string) bool) {
		rows, err := s.db.QueryContext(ctx, "SELECT 1")
		if err != nil {
			return
		}
		defer rows.Close()
		for rows.Next() && yield("") {
		}
	}
}

func (s *store) show(w http.ResponseWriter, r *http.Request) {
	for x := range s.heeds(r.Context()) {
		fmt.Fprintln(w, x)
	}
	for x := range s.kept() {
		fmt.Fprintln(w, x)
	}
}

// In memory.
func (s *store) kept() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range s.names {
			if !yield(n) {
				return
			}
		}
	}
}

// Nobody goes over it here.
func (s *store) later() iter.Seq[string] {
	return func(yield func(string) bool) { s.db.Exec("UPDATE") }
}

func (s *store) all(ctx context.Context) iter.Seq[string] { return s.later() }
