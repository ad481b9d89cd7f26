// Package cache is somebody else's client, whose limits it sets itself.
package cache

import (
	"net"
	"net/http"
	"time"
)

type Client struct{ Timeout time.Duration }

func (c *Client) Get(key string) error {
	_, err := net.DialTimeout("tcp", "h:1", c.Timeout)
	return err
}

func (c *Client) Fetch(key string) error {
	_, err := http.Get("http://h/" + key)
	return err
}

// Listen binds to an address of this machine.
func Listen(host string) error {
	_, err := net.ResolveIPAddr("ip4", host)
	return err
}
