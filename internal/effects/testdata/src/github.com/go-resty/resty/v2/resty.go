package resty

import "context"

type Client struct{}

type Request struct{}

type Response struct{}

func (c *Client) R() *Request                                    { return nil }
func (r *Request) SetContext(ctx context.Context) *Request       { return r }
func (r *Request) SetHeader(k, v string) *Request                { return r }
func (r *Request) SetBody(b any) *Request                        { return r }
func (r *Request) Post(url string) (*Response, error)            { return nil, nil }
func (r *Request) Get(url string) (*Response, error)             { return nil, nil }
func (r *Request) Put(url string) (*Response, error)             { return nil, nil }
func (r *Request) Execute(method, url string) (*Response, error) { return nil, nil }
