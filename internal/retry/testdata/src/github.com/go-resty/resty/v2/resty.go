package resty

import (
	"context"
	"time"
)

type Client struct{}
type Request struct{}
type Response struct{}

func New() *Client                                         { return nil }
func (c *Client) SetRetryCount(n int) *Client              { return c }
func (c *Client) SetRetryWaitTime(d time.Duration) *Client { return c }
func (c *Client) SetTimeout(d time.Duration) *Client       { return c }
func (c *Client) R() *Request                              { return nil }
func (r *Request) SetContext(ctx context.Context) *Request { return r }
func (r *Request) SetBody(v any) *Request                  { return r }
func (r *Request) Post(url string) (*Response, error)      { return nil, nil }
