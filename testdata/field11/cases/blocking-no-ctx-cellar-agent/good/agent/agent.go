// Package agent is a client of the machine's agent, which listens on a Unix socket. Dial and
// request end with the caller's context, and after ten seconds in any case.
package agent

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

const maxAnswer = 1 << 20

// Client talks to an agent.
type Client struct{ http *http.Client }

// New returns a client of the agent that listens on socket.
func New(socket string) *Client {
	tr := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", socket)
		},
	}
	return &Client{http: &http.Client{Transport: tr, Timeout: 10 * time.Second}}
}

// Get returns what the agent answers for path.
func (c *Client) Get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://agent"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask agent: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask agent: %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
}
