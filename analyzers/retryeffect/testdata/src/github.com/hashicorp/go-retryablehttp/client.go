package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Client struct {
	HTTPClient   *http.Client
	RetryMax     int
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	CheckRetry   CheckRetry
}

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

func (c *Client) StandardClient() *http.Client { return &http.Client{} }

func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }

func DefaultRetryPolicy(ctx context.Context, resp *http.Response, err error) (bool, error) {
	return err != nil, nil
}

type RoundTripper struct{ Client *Client }

func (rt *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return nil, nil }

func (c *Client) Post(url, bodyType string, body any) (*http.Response, error) { return nil, nil }
