// Package good hands in insurance claims with their photographs as multipart forms.
// Readers that can seek are put back by resty before it sends the form again.
package good

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

// Claim is one claim; its number makes a second submission harmless.
type Claim struct {
	Number string
	Text   string
	Photo  []byte
}

// Insurer is a client of the insurer's gateway.
type Insurer struct {
	rc *resty.Client
}

// New returns a client.
func New(base string) *Insurer {
	rc := resty.New().SetBaseURL(base).SetTimeout(30 * time.Second)
	rc.SetRetryCount(3).
		SetRetryWaitTime(time.Second).
		SetRetryMaxWaitTime(8 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 502 })
	rc.SetRetryResetReaders(true)
	return &Insurer{rc: rc}
}

// Submit hands a claim in.
func (in *Insurer) Submit(ctx context.Context, c Claim) error {
	photo := bytes.NewReader(c.Photo)
	resp, err := in.rc.R().
		SetContext(ctx).
		SetPathParam("number", c.Number).
		SetFormData(map[string]string{"text": c.Text}).
		SetFileReader("photo", c.Number+".jpg", photo).
		Put("/claims/{number}")
	if err != nil {
		return fmt.Errorf("submit claim %s: %w", c.Number, err)
	}
	if resp.IsError() {
		return fmt.Errorf("submit claim %s: %s", c.Number, resp.Status())
	}
	return nil
}
