// Package hooked has a client that lets each request pass a function.
package hooked

import (
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

// anew draws a key in each attempt of the client.
func anew() error {
	rc := resty.New().SetRetryCount(3)
	rc.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		r.SetHeader("Idempotency-Key", uuid.NewString()) // want `POST to /cards is given another key \(uuid.NewString\) in each attempt`
		return nil
	})
	_, err := rc.R().SetBody("x").Post("/cards")
	return err
}
