// Package resty is a stub.
package resty

import "context"

type Client struct{}

func New() *Client            { return nil }
func (c *Client) R() *Request { return nil }

type Request struct{}

func (r *Request) SetContext(ctx context.Context) *Request { return r }
func (r *Request) SetHeader(k, v string) *Request          { return r }
func (r *Request) Get(url string) (*Response, error)       { return nil, nil }

type Response struct{}
