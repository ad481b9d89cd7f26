package mongo

import "context"

type Collection struct{}

func (c *Collection) InsertOne(ctx context.Context, doc any, opts ...any) (*int, error) {
	return nil, nil
}

func (c *Collection) UpdateOne(ctx context.Context, filter, update any, opts ...any) (*int, error) {
	return nil, nil
}

type Session struct{}

func (s *Session) WithTransaction(ctx context.Context, fn func(context.Context) (any, error), opts ...any) (any, error) {
	return nil, nil
}
