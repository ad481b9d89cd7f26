package a

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

type board interface {
	Put(ctx context.Context, name string) error
	Remove(ctx context.Context, name string) error
}

type lobby struct {
	board board
	db    *database
}

func (l *lobby) enter(ctx context.Context, name string) error {
	if err := l.board.Put(ctx, name); err != nil {
		return err
	}
	context.AfterFunc(ctx, func() {
		l.leave(ctx, name) // want `fails at once here: its context ctx is over, since context.AfterFunc \(at .*\) runs this when it ends`
	})
	return nil
}

func (l *lobby) leave(ctx context.Context, name string) {
	if _, err := l.db.ExecContext(ctx, "DELETE FROM lobby WHERE name = $1", name); err != nil {
		slog.ErrorContext(ctx, "stays", "name", name, "err", err)
	}
}

func (l *lobby) enterFor(ctx context.Context, name string) func() bool {
	sctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(sctx, func() {
		dctx, done := context.WithTimeout(sctx, time.Second)
		defer done()
		_, err := l.db.ExecContext(dctx, "DELETE FROM lobby WHERE name = $1", name) // want `\(\*DB\).ExecContext fails at once here`
		slog.ErrorContext(dctx, "left", "err", err)
	})
	return func() bool { cancel(); return stop() }
}

// Right: a context that lives on.
func (l *lobby) enterRight(ctx context.Context, name string) {
	context.AfterFunc(ctx, func() {
		dctx, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer done()
		l.leave(dctx, name)
	})
}

// Right: it only logs, or asks for the cause.
func (l *lobby) notes(ctx context.Context, name string) {
	context.AfterFunc(ctx, func() {
		slog.InfoContext(ctx, "gone", "name", name, "cause", context.Cause(ctx))
	})
}

// Right: what ends is a narrower context than the one that is used.
func (l *lobby) narrow(ctx context.Context, name string) {
	sctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	context.AfterFunc(sctx, func() { l.leave(ctx, name) })
	_ = l.board.Put(sctx, name)
}

// Right: run by a timer, not by the end.
func (l *lobby) timed(ctx context.Context, name string) {
	time.AfterFunc(time.Minute, func() { l.leave(ctx, name) })
}

type database struct{ *sql.DB }

// transaction is a transaction with more to it, as several libraries have.
type transaction struct {
	*sql.Tx
	names map[string]string
}

func (d *database) BeginTxx(ctx context.Context, opts *sql.TxOptions) (*transaction, error) {
	tx, err := d.DB.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	return &transaction{Tx: tx}, nil
}

func (l *lobby) begin(ctx context.Context) (*transaction, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tx, err := l.db.BeginTxx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return tx, nil // want `tx is returned after`
}

func (l *lobby) beginSet(ctx context.Context) (*transaction, error) {
	bctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tx, err := l.db.BeginTxx(bctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = '1s'"); err != nil {
		_ = tx.Rollback()
		return nil, err
	}
	return tx, nil // want `tx is returned after`
}

// Right: whoever begins it has the limit.
func (l *lobby) beginRight(ctx context.Context) (*transaction, error) {
	pctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := l.db.PingContext(pctx); err != nil {
		return nil, err
	}
	return l.db.BeginTxx(ctx, nil)
}

// Right: its end is handed out with it.
func (l *lobby) beginBoth(ctx context.Context) (*transaction, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	tx, err := l.db.BeginTxx(ctx, nil)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return tx, cancel, nil
}
