// Package good collects gifts through a payment service that knows keys. The key is drawn when
// the gift is collected and set on the request, the same for all tries.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

// Box collects gifts.
type Box struct{ client *resty.Client }

// New returns a box.
func New(base, secret string) *Box {
	c := resty.New().SetBaseURL(base).SetAuthToken(secret).SetTimeout(8 * time.Second).
		SetRetryCount(3).SetRetryWaitTime(300 * time.Millisecond).SetRetryMaxWaitTime(3 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 500 })
	return &Box{client: c}
}

// Gift is a payment.
type Gift struct {
	Donor string `json:"donor"`
	Cents int64  `json:"cents"`
}

// Collect takes a gift.
func (b *Box) Collect(ctx context.Context, g Gift) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var out struct {
		ID string `json:"id"`
	}
	r := b.client.R().SetContext(ctx).SetBody(g).SetResult(&out)
	r.SetHeader("Idempotency-Key", uuid.NewString())
	resp, err := r.Post("/payments")
	if err != nil {
		return "", fmt.Errorf("gift of %s: %w", g.Donor, err)
	}
	if resp.IsError() {
		return "", fmt.Errorf("gift of %s: %s", g.Donor, resp.Status())
	}
	return out.ID, nil
}
