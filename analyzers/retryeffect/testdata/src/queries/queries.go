// Package queries runs statements on an interface of its own, as sqlc writes it,
// and statements whose text a builder collects.
package queries

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

type DBTX interface {
	ExecContext(context.Context, string, ...interface{}) (sql.Result, error)
	PrepareContext(context.Context, string) (*sql.Stmt, error)
	QueryContext(context.Context, string, ...interface{}) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...interface{}) *sql.Row
}

type Queries struct{ db DBTX }

func New(db DBTX) *Queries { return &Queries{db: db} }

func (q *Queries) WithTx(tx *sql.Tx) *Queries { return &Queries{db: tx} }

const createMark = `-- name: CreateMark :one
INSERT INTO marks (
  v
) VALUES (
  $1
)
RETURNING id
`

func (q *Queries) CreateMark(ctx context.Context, v int) (int64, error) {
	row := q.db.QueryRowContext(ctx, createMark, v)
	var id int64
	err := row.Scan(&id)
	return id, err
}

const upsertMark = `-- name: UpsertMark :exec
INSERT INTO marks (id, v) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET v = excluded.v
`

func (q *Queries) UpsertMark(ctx context.Context, id int64, v int) error {
	_, err := q.db.ExecContext(ctx, upsertMark, id, v)
	return err
}

const countMarks = `-- name: CountMarks :one
SELECT count(*) FROM marks
`

func (q *Queries) CountMarks(ctx context.Context) (int64, error) {
	var n int64
	err := q.db.QueryRowContext(ctx, countMarks).Scan(&n)
	return n, err
}

func again(f func() error) error {
	var err error
	for range 4 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func create(ctx context.Context, q *Queries, v int) error {
	return again(func() error {
		_, err := q.CreateMark(ctx, v) // want `INSERT INTO marks, which inserts a row, \(\(\*Queries\).CreateMark → INSERT INTO marks\) is repeated by again`
		return err
	})
}

func upsert(ctx context.Context, q *Queries, v int) error {
	return again(func() error { return q.UpsertMark(ctx, 1, v) })
}

func count(ctx context.Context, q *Queries) (n int64, err error) {
	err = again(func() error {
		n, err = q.CountMarks(ctx)
		return err
	})
	return n, err
}

type store struct {
	db    *sql.DB
	table string
}

func (s *store) many(ctx context.Context, vs []any) error {
	var b strings.Builder
	b.WriteString("INSERT INTO ")
	b.WriteString(s.table)
	b.WriteString(" (v) VALUES ")
	for i := range vs {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "($%d)", i+1)
	}
	q := b.String()
	return again(func() error {
		_, err := s.db.ExecContext(ctx, q, vs...) // want `INSERT INTO, which inserts a row, is repeated by again`
		return err
	})
}

// ignoring lets the database see the repeat, sometimes at least.
func (s *store) ignoring(ctx context.Context, vs []any, some bool) error {
	b := &strings.Builder{}
	b.WriteString("INSERT INTO marks (v) VALUES ")
	for i := range vs {
		fmt.Fprintf(b, "($%d)", i+1)
	}
	if some {
		b.WriteString(" ON CONFLICT DO NOTHING")
	}
	return again(func() error {
		_, err := s.db.ExecContext(ctx, b.String(), vs...)
		return err
	})
}

// open may end in anything.
func (s *store) open(ctx context.Context, end string) error {
	var b strings.Builder
	b.WriteString("INSERT INTO marks (v) VALUES (1)")
	b.WriteString(end)
	return again(func() error {
		_, err := s.db.ExecContext(ctx, b.String())
		return err
	})
}

func clause(b *strings.Builder) { b.WriteString(" ON CONFLICT DO NOTHING") }

// helped has a part written elsewhere.
func (s *store) helped(ctx context.Context) error {
	var b strings.Builder
	b.WriteString("INSERT INTO marks (v) VALUES (1)")
	clause(&b)
	return again(func() error {
		_, err := s.db.ExecContext(ctx, b.String())
		return err
	})
}
