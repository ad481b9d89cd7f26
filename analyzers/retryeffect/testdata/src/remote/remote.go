// Package remote sends any request several times.
package remote

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

type Remote struct{ Client *http.Client }

func (r *Remote) Call(ctx context.Context, method, url string, body []byte) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = r.once(ctx, method, url, body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (r *Remote) Careful(ctx context.Context, method, url string, body []byte) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = r.once(ctx, method, url, body); err == nil || method == http.MethodPost {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (r *Remote) once(ctx context.Context, method, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := r.Client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
