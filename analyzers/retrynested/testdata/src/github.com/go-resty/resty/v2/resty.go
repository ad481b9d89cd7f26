package resty

import "context"

type Client struct{}
type Request struct{}
type Response struct{}

func New() *Client                                         { return nil }
func (c *Client) SetRetryCount(n int) *Client              { return c }
func (c *Client) SetBaseURL(u string) *Client              { return c }
func (c *Client) R() *Request                              { return nil }
func (r *Request) SetContext(ctx context.Context) *Request { return r }
func (r *Request) SetQueryParam(k, v string) *Request      { return r }
func (r *Request) Get(url string) (*Response, error)       { return nil, nil }
