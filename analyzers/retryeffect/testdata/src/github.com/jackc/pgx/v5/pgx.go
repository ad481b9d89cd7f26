// Package pgx is a stub.
package pgx

import "context"

type TxOptions struct{}

type CommandTag struct{}

type Tx interface {
	Exec(ctx context.Context, sql string, args ...any) (CommandTag, error)
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

type Beginner interface {
	Begin(ctx context.Context) (Tx, error)
}

func BeginTxFunc(ctx context.Context, db Beginner, o TxOptions, fn func(Tx) error) error { return nil }

type Batch struct{}

func (b *Batch) Queue(query string, args ...any) {}

type BatchResults interface {
	Exec() (CommandTag, error)
	Close() error
}

type Conn struct{}

func (c *Conn) SendBatch(ctx context.Context, b *Batch) BatchResults { return nil }
