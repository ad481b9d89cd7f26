// Package pgxpool stands in for the real one.
package pgxpool

import "context"

type Pool struct{}

func (*Pool) Acquire(ctx context.Context) (*Conn, error) { return nil, nil }

type Conn struct{}

func (*Conn) Release()                                   {}
func (*Conn) Exec(ctx context.Context, sql string) error { return nil }
