// Package good serves exchange rates from a pricing cluster.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Options tune the client.
type Options struct {
	Attempts       int           // at least 1
	AttemptTimeout time.Duration // for the answer of one node
	Budget         time.Duration // for the whole lookup
	Pause          time.Duration // between attempts, more than 0
}

// Rates is a client of the pricing cluster; the connection balances over its nodes.
type Rates struct {
	conn grpc.ClientConnInterface
	opts Options
}

// NewRates returns a client. The connection must not retry by itself.
func NewRates(conn grpc.ClientConnInterface, opts Options) *Rates {
	return &Rates{conn: conn, opts: opts}
}

// Rate returns the price of a currency pair.
func (r *Rates) Rate(ctx context.Context, pair string) (float64, error) {
	ctx, stop := context.WithTimeout(ctx, r.opts.Budget)
	defer stop()
	var errs []error
	for n := range r.opts.Attempts {
		if n > 0 {
			select {
			case <-time.After(r.opts.Pause + rand.N(r.opts.Pause)):
			case <-ctx.Done():
				return 0, errors.Join(append(errs, ctx.Err())...)
			}
		}
		price, err := r.lookup(ctx, pair)
		if err == nil {
			return price, nil
		}
		errs = append(errs, err)
		if c := status.Code(err); c != codes.Unavailable && c != codes.DeadlineExceeded {
			break
		}
	}
	return 0, fmt.Errorf("rate of %s: %w", pair, errors.Join(errs...))
}

func (r *Rates) lookup(ctx context.Context, pair string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, r.opts.AttemptTimeout)
	defer cancel()
	out := new(structpb.Struct)
	if err := r.conn.Invoke(ctx, "/pricing.v1.Rates/Get", wrapperspb.String(pair), out); err != nil {
		return 0, err
	}
	mid, ok := out.GetFields()["mid"]
	if !ok {
		return 0, status.Error(codes.DataLoss, "answer without price")
	}
	return mid.GetNumberValue(), nil
}
