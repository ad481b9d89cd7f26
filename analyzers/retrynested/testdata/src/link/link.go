// Package link makes clients.
package link

import "github.com/go-resty/resty/v2"

// New returns a client that tries five times.
func New(base string) *resty.Client {
	rc := resty.New().SetBaseURL(base)
	rc.SetRetryCount(4)
	return rc.SetBaseURL(base)
}

// NewChained returns one that tries three times.
func NewChained() *resty.Client { return resty.New().SetRetryCount(2).SetBaseURL("http://localhost") }

// NewPlain returns a client that tries once.
func NewPlain(base string) *resty.Client { return resty.New().SetBaseURL(base) }

// NewOff returns a client that is told to try once.
func NewOff() *resty.Client { return resty.New().SetRetryCount(0) }

// NewSet returns a client that tries as often as it is told.
func NewSet(n int) *resty.Client { return resty.New().SetRetryCount(n) }

// NewSome returns one of two.
func NewSome(steady bool) *resty.Client {
	if steady {
		return New("")
	}
	return NewPlain("")
}
