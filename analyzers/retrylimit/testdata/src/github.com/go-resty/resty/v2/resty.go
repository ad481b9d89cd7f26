package resty

import "context"

type Client struct{}

type Request struct{}

type Response struct{}

func New() *Client                                         { return nil }
func (c *Client) R() *Request                              { return nil }
func (r *Request) SetContext(ctx context.Context) *Request { return r }
func (r *Request) SetHeader(k, v string) *Request          { return r }
func (r *Request) Get(url string) (*Response, error)       { return nil, nil }
func (r *Response) StatusCode() int                        { return 0 }
func (r *Response) Size() int64                            { return 0 }
