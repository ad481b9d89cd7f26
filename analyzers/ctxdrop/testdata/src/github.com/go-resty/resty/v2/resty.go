// Package resty is a stub.
package resty

import "context"

type Client struct{}

func New() *Client { return &Client{} }

func (c *Client) R() *Request          { return &Request{} }
func (c *Client) NewRequest() *Request { return c.R() }

type Request struct{}

func (r *Request) SetContext(ctx context.Context) *Request  { return r }
func (r *Request) SetBody(body any) *Request                { return r }
func (r *Request) SetHeader(name, value string) *Request    { return r }
func (r *Request) Get(url string) (*Response, error)        { return nil, nil }
func (r *Request) Post(url string) (*Response, error)       { return nil, nil }
func (r *Request) Execute(m, url string) (*Response, error) { return nil, nil }

type Response struct{}
