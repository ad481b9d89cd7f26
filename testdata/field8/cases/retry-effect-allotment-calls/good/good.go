// Package good rents garden plots over Connect. The interceptor repeats only procedures that
// are declared free of side effects; Rent is sent once, whatever comes back.
package good

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	findProcedure = "/allotment.v1.Plots/Find"
	rentProcedure = "/allotment.v1.Plots/Rent"
)

type (
	findClient = connect.Client[wrapperspb.StringValue, structpb.ListValue]
	rentClient = connect.Client[structpb.Struct, wrapperspb.StringValue]
)

// Plots is a client of the allotment society.
type Plots struct {
	find   *findClient
	rent   *rentClient
	budget time.Duration
}

// NewPlots expects hc to have a per-request timeout of a few seconds.
func NewPlots(hc connect.HTTPClient, base string) *Plots {
	patience := connect.WithInterceptors(again(3))
	return &Plots{
		find: connect.NewClient[wrapperspb.StringValue, structpb.ListValue](hc, base+findProcedure,
			patience, connect.WithIdempotency(connect.IdempotencyNoSideEffects)),
		rent:   connect.NewClient[structpb.Struct, wrapperspb.StringValue](hc, base+rentProcedure, patience),
		budget: 30 * time.Second,
	}
}

// Find lists the free plots of a district.
func (p *Plots) Find(ctx context.Context, district string) ([]any, error) {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	res, err := p.find.CallUnary(ctx, connect.NewRequest(wrapperspb.String(district)))
	if err != nil {
		return nil, fmt.Errorf("find plots in %s: %w", district, err)
	}
	return res.Msg.AsSlice(), nil
}

// Rent signs a contract for a plot and returns its number.
func (p *Plots) Rent(ctx context.Context, gardener, district string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	form, err := structpb.NewStruct(map[string]any{"gardener": gardener, "district": district})
	if err != nil {
		return "", fmt.Errorf("encode contract: %w", err)
	}
	res, err := p.rent.CallUnary(ctx, connect.NewRequest(form))
	if err != nil {
		return "", fmt.Errorf("rent a plot for %s: %w", gardener, err)
	}
	return res.Msg.GetValue(), nil
}

// again repeats calls that found the server unavailable.
func again(tries int) connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
			if req.Spec().IdempotencyLevel != connect.IdempotencyNoSideEffects {
				return next(ctx, req)
			}
			for n := 1; ; n++ {
				res, err := next(ctx, req)
				if connect.CodeOf(err) != connect.CodeUnavailable || n == tries {
					return res, err
				}
				select {
				case <-time.After(200*time.Millisecond<<n + rand.N(200*time.Millisecond)):
				case <-ctx.Done():
					return nil, err
				}
			}
		}
	}
}
