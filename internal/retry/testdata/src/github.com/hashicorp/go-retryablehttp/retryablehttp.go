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

type Request struct{ *http.Request }

type RoundTripper struct{ Client *Client }

func (r *RoundTripper) RoundTrip(*http.Request) (*http.Response, error) { return nil, nil }

func NewClient() *Client                                { return nil }
func (c *Client) StandardClient() *http.Client          { return nil }
func (c *Client) Do(r *Request) (*http.Response, error) { return nil, nil }
func FromRequest(r *http.Request) (*Request, error)     { return nil, nil }
