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
