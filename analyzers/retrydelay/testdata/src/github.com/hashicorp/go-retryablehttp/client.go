// Package retryablehttp declares what the tests call.
package retryablehttp

import "time"

type Client struct {
	RetryMax                   int
	RetryWaitMin, RetryWaitMax time.Duration
}

func NewClient() *Client { return nil }
