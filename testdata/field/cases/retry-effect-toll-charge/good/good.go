// Package good charges tolls through the billing service.
// CreateCharge is repeated with the request_id of the passage, under which billing charges once.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"faultfield/cases/retry-effect-toll-charge/good/billingpb"
)

const attempts = 4

// Passage is a car under a gantry.
type Passage struct {
	ID    string
	Plate string
	Cents int64
}

// Tolls charges passages.
type Tolls struct {
	billing billingpb.BillingClient
	perCall time.Duration
}

// New charges through billing.
func New(billing billingpb.BillingClient) *Tolls {
	return &Tolls{billing: billing, perCall: 2 * time.Second}
}

// Charge charges one passage and returns the charge's id.
func (t *Tolls) Charge(ctx context.Context, p Passage) (string, error) {
	req := &billingpb.CreateChargeRequest{Account: p.Plate, Cents: p.Cents, RequestId: p.ID}
	for n := 1; ; n++ {
		id, err := t.once(ctx, req)
		if err == nil {
			return id, nil
		}
		c := status.Code(err)
		if n == attempts || ctx.Err() != nil || c != codes.Unavailable && c != codes.DeadlineExceeded {
			return "", fmt.Errorf("charge passage %s: %w", p.ID, err)
		}
		d := 200 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (t *Tolls) once(ctx context.Context, req *billingpb.CreateChargeRequest) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, t.perCall)
	defer cancel()
	ch, err := t.billing.CreateCharge(ctx, req)
	if err != nil {
		return "", err
	}
	return ch.Id, nil
}
