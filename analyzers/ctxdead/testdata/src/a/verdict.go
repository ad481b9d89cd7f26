package a

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

type indexer struct {
	db    *sql.DB
	index func(ctx context.Context, id int) error
}

func (x *indexer) Handle(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	state, failure := "done", ""
	if err := x.index(ctx, id); err != nil {
		state, failure = "failed", err.Error()
	}
	_, err := x.db.ExecContext(ctx, "UPDATE jobs SET state = ?, failure = ? WHERE id = ?", state, failure, id) // want `ExecContext is to record how x.index ended, but under ctx, whose limit \(set at verdict.go:\d+\) may be what ended it: then nothing is recorded`
	return err
}

func (x *indexer) Finish(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := x.index(ctx, id)
	return x.finish(ctx, id, err) // want `finish is to record how x.index ended`
}

func (x *indexer) finish(ctx context.Context, id int, cause error) error {
	_, err := x.db.ExecContext(ctx, "UPDATE jobs SET failed = ? WHERE id = ?", cause != nil, id)
	return err
}

// A limit of its own for the record.
func (x *indexer) HandleRight(ctx context.Context, id int) error {
	work, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	state := "done"
	if err := x.index(work, id); err != nil {
		state = "failed"
	}
	_, err := x.db.ExecContext(ctx, "UPDATE jobs SET state = ? WHERE id = ?", state, id)
	return err
}

// Under the caller's context alone the caller may do it later.
func (x *indexer) HandleCaller(ctx context.Context, id int) error {
	state := "done"
	if err := x.index(ctx, id); err != nil {
		state = "failed"
	}
	_, err := x.db.ExecContext(ctx, "UPDATE jobs SET state = ? WHERE id = ?", state, id)
	return err
}

// What failed is known not to be the limit.
func (x *indexer) HandleKnown(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := x.index(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return x.finish(ctx, id, err)
}

// What comes after is a question, and not a record.
func (x *indexer) Ask(ctx context.Context, id int) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	table := "jobs"
	if err := x.index(ctx, id); err != nil {
		table = "failed_jobs"
	}
	err = x.db.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&n)
	return n, err
}

// A record in the transaction of the work goes with it.
func (x *indexer) InTx(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	state := "done"
	if err := x.index(ctx, id); err != nil {
		state = "failed"
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET state = ? WHERE id = ?", state, id); err != nil {
		return err
	}
	return tx.Commit()
}

type translator interface {
	Translate(ctx context.Context, err error) error
}

// The error is handed on, and not kept.
func (x *indexer) Translated(ctx context.Context, t translator, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := x.index(ctx, id)
	return t.Translate(ctx, err)
}
