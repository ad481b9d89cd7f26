package fixes

import (
	"bytes"
	"context"
	"crypto/rand"
	"net/http"
	"time"
)

func inline(ctx context.Context, c *http.Client, url string, order []byte) error {
	var err error
	for try := 0; try < 3; try++ {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(order))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text()) // want `each attempt of .* draws anew`
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << try)
	}
	return err
}

func variable(ctx context.Context, c *http.Client, url string, order []byte) error {
	var err error
	for try := 0; try < 3; try++ {
		token := rand.Text()
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(order))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", token) // want `each attempt of .* draws anew`
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << try)
	}
	return err
}
