// Package agent is a client of the machine's agent, which listens on a Unix socket. Neither the
// dial nor the request knows the caller's context and the client has no timeout: an agent that
// accepts and does not answer stops all probes behind this one.
package agent

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
)

const maxAnswer = 1 << 20

// Client talks to an agent.
type Client struct{ http *http.Client }

// New returns a client of the agent that listens on socket.
func New(socket string) *Client {
	tr := &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			return net.Dial("unix", socket) // OR blocking-no-ctx
		},
	}
	return &Client{http: &http.Client{Transport: tr}} // OR blocking-no-ctx
}

// Get returns what the agent answers for path.
func (c *Client) Get(ctx context.Context, path string) ([]byte, error) { // OR blocking-no-ctx
	resp, err := c.http.Get("http://agent" + path) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("ask agent: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask agent: %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
}
