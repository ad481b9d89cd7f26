// Package compute is a client of a cloud provider's compute interface.
package compute

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// ErrNoRoom is returned when a zone has no room for a machine, which then was not started.
var ErrNoRoom = errors.New("zone has no room for the machine type")

// Machine asks for one machine.
type Machine struct {
	Name  string `json:"name"`
	Type  string `json:"machineType"`
	Image string `json:"image"`
}

type operation struct {
	ID     string `json:"id"`
	Done   bool   `json:"done"`
	Code   string `json:"errorCode"`
	Target string `json:"target"`
}

// Client calls the interface.
type Client struct {
	base string
	http *http.Client
}

// NewClient returns a client.
func NewClient(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 20 * time.Second}}
}

// Insert orders a machine and returns the operation that starts it.
func (c *Client) Insert(ctx context.Context, zone string, m Machine) (string, error) {
	body, err := json.Marshal(m)
	if err != nil {
		return "", err
	}
	op, err := c.do(ctx, http.MethodPost, "/zones/"+zone+"/machines", body) // OR retry-effect
	return op.ID, err
}

// Wait waits for an operation and returns the address of the machine.
func (c *Client) Wait(ctx context.Context, zone, id string) (string, error) {
	poll := time.NewTicker(2 * time.Second)
	defer poll.Stop()
	for {
		op, err := c.do(ctx, http.MethodGet, "/zones/"+zone+"/operations/"+url.PathEscape(id), nil)
		switch {
		case err != nil:
			return "", fmt.Errorf("operation %s: %w", id, err)
		case op.Done && op.Code == "":
			return op.Target, nil
		case op.Done && op.Code == "RESOURCE_POOL_EXHAUSTED":
			return "", ErrNoRoom
		case op.Done:
			return "", fmt.Errorf("operation %s: %s", id, op.Code)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-poll.C:
		}
	}
}

func (c *Client) do(ctx context.Context, method, path string, body []byte) (operation, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return operation{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return operation{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return operation{}, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	var op operation
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&op)
	return op, err
}
