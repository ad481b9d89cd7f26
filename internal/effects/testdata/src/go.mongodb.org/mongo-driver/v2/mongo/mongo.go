package mongo

import "context"

type Collection struct{}

func (c *Collection) InsertOne(ctx context.Context, doc any, opts ...any) (*int, error) {
	return nil, nil
}

func (c *Collection) UpdateOne(ctx context.Context, filter, update any, opts ...any) (*int, error) {
	return nil, nil
}
