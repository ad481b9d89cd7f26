// Package plugin calls plugins over their local HTTP sockets.
package plugin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Client is a client of one plugin.
type Client struct {
	name string
	hc   *http.Client
}

// New returns a client for the plugin that listens on a unix socket.
func New(name, socket string) *Client {
	d := &net.Dialer{Timeout: 2 * time.Second}
	tr := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return d.DialContext(ctx, "unix", socket)
	}}
	return &Client{name: name, hc: &http.Client{Transport: tr, Timeout: 5 * time.Second}}
}

// Put sends data, up to four times when the plugin cannot be reached.
func (c *Client) Put(ctx context.Context, path string, data io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, 25*time.Second)
	defer cancel()
	for n := 0; ; n++ {
		err := c.send(ctx, path, data) // OR retry-effect
		if err == nil || n == 3 || !unreachable(err) {
			return err
		}
		t := time.NewTimer(250*time.Millisecond<<n + rand.N(250*time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return fmt.Errorf("%w (last error: %w)", ctx.Err(), err)
		case <-t.C:
		}
	}
}

func unreachable(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, io.EOF)
}

func (c *Client) send(ctx context.Context, path string, data io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://"+c.name+path, data) // EXPECT retry-effect
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("plugin %s: %s", c.name, resp.Status)
	}
	return nil
}
