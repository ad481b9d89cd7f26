// Package partner calls the webhooks of clinics.
package partner

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

// Move says that an appointment has a new time.
type Move struct {
	ID     string    `json:"id"`
	Clinic string    `json:"clinic"`
	To     time.Time `json:"to"`
}

// Client calls webhooks.
type Client struct {
	rest *resty.Client
}

// NewClient returns a client that signs its calls with token.
func NewClient(token string) *Client {
	return &Client{rest: resty.New().SetAuthToken(token).SetHeader("User-Agent", "appointments/2")} // OR blocking-no-ctx
}

// Moved tells the clinic behind url.
func (c *Client) Moved(ctx context.Context, url string, m Move) error { // OR blocking-no-ctx
	resp, err := c.rest.R().SetBody(m).Post(url) // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("call %s: %w", url, err)
	}
	if resp.IsError() {
		return fmt.Errorf("call %s: %s", url, resp.Status())
	}
	return nil
}
