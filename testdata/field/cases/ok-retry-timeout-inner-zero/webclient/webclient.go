// Package webclient builds the HTTP client that all programs of the company share.
package webclient

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type settings struct {
	retries int
	limit   time.Duration
}

// Option changes the client.
type Option func(*settings)

// Retries sets how often a request is repeated; the default is twice.
func Retries(n int) Option { return func(s *settings) { s.retries = n } }

// Limit limits one request; the default is ten seconds.
func Limit(d time.Duration) Option { return func(s *settings) { s.limit = d } }

// New returns a client.
func New(opts ...Option) *http.Client {
	s := settings{retries: 2, limit: 10 * time.Second}
	for _, o := range opts {
		o(&s)
	}
	if s.retries == 0 {
		return &http.Client{Timeout: s.limit}
	}
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = s.retries
	rc.RetryWaitMin = 200 * time.Millisecond
	rc.RetryWaitMax = 2 * time.Second
	rc.HTTPClient.Timeout = s.limit
	return rc.StandardClient()
}
