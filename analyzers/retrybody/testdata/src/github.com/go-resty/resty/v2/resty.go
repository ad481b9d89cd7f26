package resty

import (
	"context"
	"io"
)

type Client struct{ RetryResetReaders bool }

type Request struct{}

type Response struct{}

func New() *Client                                                       { return nil }
func (c *Client) R() *Request                                            { return nil }
func (c *Client) SetRetryCount(n int) *Client                            { return c }
func (c *Client) SetRetryResetReaders(yes bool) *Client                  { return c }
func (r *Request) SetContext(ctx context.Context) *Request               { return r }
func (r *Request) SetHeader(k, v string) *Request                        { return r }
func (r *Request) SetBody(b any) *Request                                { return r }
func (r *Request) SetFileReader(p, name string, body io.Reader) *Request { return r }
func (r *Request) Post(url string) (*Response, error)                    { return nil, nil }
func (r *Request) Get(url string) (*Response, error)                     { return nil, nil }
func (r *Request) Put(url string) (*Response, error)                     { return nil, nil }
