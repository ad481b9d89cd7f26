// Package dav is somebody else's client, which takes no contexts.
package dav

import (
	"net/http"
	"time"
)

type Client struct{ hc *http.Client }

func New(url string) *Client { return &Client{hc: &http.Client{}} }

func (c *Client) SetTimeout(d time.Duration) { c.hc.Timeout = d }

func (c *Client) Connect() error {
	_, err := c.hc.Get("http://dav")
	return err
}

type Plain struct{ hc *http.Client }

func NewPlain(url string) *Plain { return &Plain{hc: &http.Client{}} }

func (c *Plain) Connect() error {
	_, err := c.hc.Get("http://dav")
	return err
}
