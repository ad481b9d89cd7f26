// Package redis stands in for go-redis.
package redis

import "context"

type Client struct{}

func (*Client) Subscribe(ctx context.Context, channels ...string) *PubSub { return nil }

type PubSub struct{}

type Message struct{ Payload string }

type ChannelOption func()

func (*PubSub) Receive(ctx context.Context) (any, error)      { return nil, nil }
func (*PubSub) Channel(opts ...ChannelOption) <-chan *Message { return nil }
func (*PubSub) Close() error                                  { return nil }
