// Package kgo stands in for franz-go.
package kgo

import "context"

type Client struct{}

type Fetches []int

type Record struct{ Value []byte }

func (*Client) PollFetches(ctx context.Context) Fetches { return nil }

func (Fetches) IsClientClosed() bool                           { return false }
func (Fetches) Err() error                                     { return nil }
func (Fetches) EachError(func(topic string, p int32, e error)) {}
func (Fetches) Records() []*Record                             { return nil }
