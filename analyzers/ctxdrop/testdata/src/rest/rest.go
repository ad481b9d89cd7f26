// Package rest makes requests by a client that it keeps.
package rest

import (
	"context"

	"github.com/go-resty/resty/v2"
)

type client struct {
	rest *resty.Client
	last *resty.Request
}

func (c *client) chain(ctx context.Context, url string) error {
	_, err := c.rest.R().SetBody("b").Post(url) // want `takes ctx and waits without it: .*; put SetContext\(ctx\) into the chain`
	return err
}

func (c *client) variable(ctx context.Context, url string) error {
	req := c.rest.NewRequest().SetHeader("Accept", "*/*")
	_, err := req.Get(url) // want `takes ctx and waits without it`
	return err
}

func (c *client) helper(ctx context.Context, url string) error {
	return c.call(url)
}

func (c *client) call(url string) error {
	_, err := c.rest.R().Get(url) // want `takes ctx and waits without it`
	return err
}

func (c *client) given(ctx context.Context, url string) error {
	_, err := c.rest.R().SetContext(ctx).Get(url)
	return err
}

func (c *client) givenLater(ctx context.Context, url string) error {
	req := c.rest.R()
	req.SetContext(ctx)
	_, err := req.Get(url)
	return err
}

func (c *client) base(ctx context.Context) *resty.Request { return c.rest.R().SetContext(ctx) }

func (c *client) byBase(ctx context.Context, url string) error {
	_, err := c.base(ctx).Get(url)
	return err
}

// What is kept may have a context.
func (c *client) kept(ctx context.Context, url string) error {
	_, err := c.last.Get(url)
	return err
}
