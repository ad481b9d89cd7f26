package pgx

import "context"

type Identifier []string

type TxOptions struct{}

type Beginner interface {
	Begin(ctx context.Context) (Tx, error)
}

type CopyFromSource interface {
	Next() bool
	Values() ([]any, error)
	Err() error
}

type Tx interface {
	CopyFrom(ctx context.Context, tableName Identifier, columnNames []string, rowSrc CopyFromSource) (int64, error)
	Commit(ctx context.Context) error
}

func CopyFromSlice(length int, next func(int) ([]any, error)) CopyFromSource { return nil }
func CopyFromRows(rows [][]any) CopyFromSource                               { return nil }

func BeginTxFunc(ctx context.Context, db Beginner, o TxOptions, fn func(Tx) error) error { return nil }
