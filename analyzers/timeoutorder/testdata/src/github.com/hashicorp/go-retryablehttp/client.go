package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Client struct {
	HTTPClient   *http.Client
	RetryMax     int
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
}

type Request struct{ *http.Request }

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

func NewRequestWithContext(ctx context.Context, method, url string, body any) (*Request, error) {
	return nil, nil
}

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }
