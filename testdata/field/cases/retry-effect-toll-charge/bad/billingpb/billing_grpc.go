// Package billingpb holds the client of the billing service, in the shape that protoc-gen-go-grpc gives it.
package billingpb

import (
	"context"

	"google.golang.org/grpc"
)

// CreateChargeRequest asks for a charge. RequestId makes it safe to repeat.
type CreateChargeRequest struct {
	Account   string
	Cents     int64
	RequestId string
}

// Charge is what was charged.
type Charge struct {
	Id    string
	Cents int64
}

// BillingClient is the client API of Billing.
type BillingClient interface {
	CreateCharge(ctx context.Context, in *CreateChargeRequest, opts ...grpc.CallOption) (*Charge, error)
}

type billingClient struct {
	cc grpc.ClientConnInterface
}

// NewBillingClient returns a client over cc.
func NewBillingClient(cc grpc.ClientConnInterface) BillingClient {
	return &billingClient{cc}
}

func (c *billingClient) CreateCharge(ctx context.Context, in *CreateChargeRequest, opts ...grpc.CallOption) (*Charge, error) {
	out := new(Charge)
	err := c.cc.Invoke(ctx, "/billing.v1.Billing/CreateCharge", in, out, opts...) // OR retry-effect
	if err != nil {
		return nil, err
	}
	return out, nil
}
