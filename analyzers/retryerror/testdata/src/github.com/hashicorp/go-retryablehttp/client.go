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
	ErrorHandler func(resp *http.Response, err error, n int) (*http.Response, error)
}

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

type Request struct{ *http.Request }

func NewRequestWithContext(ctx context.Context, method, url string, body any) (*Request, error) {
	return nil, nil
}

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }

func DefaultRetryPolicy(ctx context.Context, resp *http.Response, err error) (bool, error) {
	return err != nil, nil
}
