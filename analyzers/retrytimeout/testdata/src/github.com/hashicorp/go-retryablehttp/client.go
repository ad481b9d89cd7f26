package retryablehttp

import (
	"net/http"
	"time"
)

type Client struct {
	HTTPClient   *http.Client
	RetryMax     int
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
}

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

type RoundTripper struct{ Client *Client }

func (rt *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return nil, nil }
