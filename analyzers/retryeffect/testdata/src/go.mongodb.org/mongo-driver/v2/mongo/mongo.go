// Package mongo is a stub.
package mongo

import "context"

type Collection struct{}

type InsertManyResult struct{}

type InsertManyOptions interface{ List() []int }

func (c *Collection) InsertMany(ctx context.Context, documents any, opts ...InsertManyOptions) (*InsertManyResult, error) {
	return nil, nil
}

type WriteError struct{ Index, Code int }

type BulkWriteException struct {
	WriteConcernError *int
	WriteErrors       []WriteError
}

func (BulkWriteException) Error() string { return "" }

type Session struct{}

func (s *Session) WithTransaction(ctx context.Context, fn func(ctx context.Context) (any, error)) (any, error) {
	return fn(ctx)
}
