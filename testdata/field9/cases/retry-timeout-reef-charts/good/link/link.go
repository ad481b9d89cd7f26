// Package link makes the HTTP client for the ship's slow satellite link.
package link

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

// New returns a client that repeats failed reads four times.
func New(base string) *resty.Client {
	rc := resty.New().SetBaseURL(base).SetTimeout(10 * time.Second)
	rc.SetRetryCount(4)
	rc.SetRetryWaitTime(500 * time.Millisecond).SetRetryMaxWaitTime(4 * time.Second)
	return rc.AddRetryCondition(func(r *resty.Response, err error) bool {
		return r != nil && r.Request.Method == http.MethodGet && (err != nil || r.StatusCode() >= 500)
	})
}
