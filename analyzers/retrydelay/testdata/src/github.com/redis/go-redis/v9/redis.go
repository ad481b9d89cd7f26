package redis

import (
	"context"
	"errors"
	"time"
)

var Nil = errors.New("redis: nil")

type Client struct{}

type XReadGroupArgs struct {
	Group string
	Count int64
	Block time.Duration
}

type StringCmd struct{}

func (c *StringCmd) Err() error              { return nil }
func (c *StringCmd) Result() (string, error) { return "", nil }

func (c *Client) XReadGroup(ctx context.Context, a *XReadGroupArgs) *StringCmd { return nil }
func (c *Client) Get(ctx context.Context, key string) *StringCmd               { return nil }
