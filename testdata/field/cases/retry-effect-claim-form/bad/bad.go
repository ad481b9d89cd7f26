// Package bad hands in insurance claims with their photographs as multipart forms.
// resty sends the form again when the insurer's gateway fails, but a reader that was given to it with
// SetFileReader is at its end by then: the claim arrives without the photograph.
package bad

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
	rc.SetRetryCount(3). // OR retry-effect
				SetRetryWaitTime(time.Second).
				SetRetryMaxWaitTime(8 * time.Second).
				AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 502 })
	return &Insurer{rc: rc}
}

// Submit hands a claim in.
func (in *Insurer) Submit(ctx context.Context, c Claim) error {
	photo := bytes.NewBuffer(c.Photo)
	resp, err := in.rc.R().
		SetContext(ctx).
		SetPathParam("number", c.Number).
		SetFormData(map[string]string{"text": c.Text}).
		SetFileReader("photo", c.Number+".jpg", photo). // EXPECT retry-effect
		Put("/claims/{number}")                         // OR retry-effect
	if err != nil {
		return fmt.Errorf("submit claim %s: %w", c.Number, err)
	}
	if resp.IsError() {
		return fmt.Errorf("submit claim %s: %s", c.Number, resp.Status())
	}
	return nil
}
