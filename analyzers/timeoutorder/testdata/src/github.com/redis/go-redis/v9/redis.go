package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr                  string
	ReadTimeout           time.Duration
	ContextTimeoutEnabled bool
}

type StringCmd struct{}

func (*StringCmd) Result() (string, error) { return "", nil }

type cmdable func(ctx context.Context) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }

type Client struct{ cmdable }

func NewClient(opt *Options) *Client { return &Client{} }

type BoolCmd struct{}

func (*BoolCmd) Result() (bool, error) { return false, nil }

type IntCmd struct{}

func (*IntCmd) Err() error { return nil }

func (c cmdable) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd {
	return nil
}

func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd { return nil }

func (c cmdable) Expire(ctx context.Context, key string, expiration time.Duration) *BoolCmd {
	return nil
}
