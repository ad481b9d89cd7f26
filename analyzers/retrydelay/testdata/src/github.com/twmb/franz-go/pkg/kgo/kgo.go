// Package kgo stands in for the real one.
package kgo

import "context"

type Client struct{}

type Fetches []error

func (f Fetches) Err() error { return f[0] }

func (*Client) PollFetches(ctx context.Context) Fetches { return nil }
func (*Client) Ping(ctx context.Context) error          { return nil }
