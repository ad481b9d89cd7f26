// Package redis stands in for go-redis.
package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr                  string
	MaxRetries            int
	ReadTimeout           time.Duration
	ContextTimeoutEnabled bool
}

type cmdable func(ctx context.Context) error

type Client struct{ cmdable }

type StringSliceCmd struct{}

func (*StringSliceCmd) Result() ([]string, error) { return nil, nil }

type XReadGroupArgs struct {
	Group, Consumer string
	Streams         []string
	Block           time.Duration
}

func NewClient(*Options) *Client { return nil }

func (c cmdable) BLPop(ctx context.Context, timeout time.Duration, keys ...string) *StringSliceCmd {
	return nil
}

func (c cmdable) XReadGroup(ctx context.Context, a *XReadGroupArgs) *StringSliceCmd { return nil }

func (c cmdable) Get(ctx context.Context, key string) *StringSliceCmd { return nil }
