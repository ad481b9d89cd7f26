// Package good loads boot images for the machines of a school lab.
// A 4xx answer is final, but for 408 and 429; only what may pass is tried again.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	maxImage   = 64 << 20
	loadBudget = 2 * time.Minute
)

// Images is a client of the image server.
type Images struct {
	client *http.Client
	base   string
	token  string
}

// NewImages returns a client of the server at base.
func NewImages(base, token string) *Images {
	return &Images{client: &http.Client{Timeout: 10 * time.Second}, base: base, token: token}
}

// Load returns the image of that name.
func (i *Images) Load(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, loadBudget)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 2 * time.Second
	bo.MaxInterval = 15 * time.Second
	image, err := backoff.Retry(ctx, func() ([]byte, error) {
		return i.get(ctx, name)
	}, backoff.WithBackOff(bo), backoff.WithMaxTries(6), backoff.WithMaxElapsedTime(loadBudget))
	if err != nil {
		return nil, fmt.Errorf("load image %s: %w", name, err)
	}
	return image, nil
}

func (i *Images) get(ctx context.Context, name string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.base+"/images/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	req.Header.Set("Authorization", "Bearer "+i.token)
	resp, err := i.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		err := fmt.Errorf("image server answered %s", resp.Status)
		if final(resp.StatusCode) {
			return nil, backoff.Permanent(err)
		}
		return nil, err
	}
	image, err := io.ReadAll(io.LimitReader(resp.Body, maxImage+1))
	if err != nil {
		return nil, fmt.Errorf("read image: %w", err)
	}
	if len(image) > maxImage {
		return nil, backoff.Permanent(fmt.Errorf("image is larger than %d bytes", maxImage))
	}
	return image, nil
}

// final reports whether asking again is useless.
func final(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooManyRequests:
		return false
	}
	return code < 500
}
