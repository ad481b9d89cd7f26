// Package shop names its failures.
package shop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
)

var (
	ErrUnreachable = errors.New("shop is out of reach")
	ErrFull        = errors.New("shop is full")
)

type Client struct{ hc *http.Client }

func (c *Client) Book(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/repairs", bytes.NewReader([]byte(id)))
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests {
		return ErrFull
	}
	return nil
}

// Dialed names only what was not sent.
func (c *Client) Dialed(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/repairs", bytes.NewReader([]byte(id)))
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) && op.Op == "dial" {
			return fmt.Errorf("%w: %w", ErrUnreachable, err)
		}
		return err
	}
	resp.Body.Close()
	return nil
}
