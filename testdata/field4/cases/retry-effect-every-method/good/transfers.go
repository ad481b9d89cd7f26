// Package transfers is the shop's client of the ledger.
package transfers

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"faultfield4/cases/retry-effect-every-method/good/rpc"
)

const (
	balanceMethod  = "/ledger.v1.Ledger/Balance"
	transferMethod = "/ledger.v1.Ledger/Transfer"
)

// Client talks to the ledger.
type Client struct {
	cc *grpc.ClientConn
}

// Dial connects to the ledger at target.
func Dial(target string, opts ...grpc.DialOption) (*Client, error) {
	opts = append(opts, grpc.WithUnaryInterceptor(rpc.Persistent(4, 2*time.Second, balanceMethod)))
	cc, err := grpc.NewClient(target, opts...)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return &Client{cc: cc}, nil
}

// Balance returns the cents on an account.
func (c *Client) Balance(ctx context.Context, account string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	out := new(wrapperspb.Int64Value)
	if err := c.cc.Invoke(ctx, balanceMethod, wrapperspb.String(account), out); err != nil {
		return 0, fmt.Errorf("balance of %s: %w", account, err)
	}
	return out.GetValue(), nil
}

// Transfer moves cents from one account to another.
func (c *Client) Transfer(ctx context.Context, from, to string, cents int64) error {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	in, err := structpb.NewStruct(map[string]any{"from": from, "to": to, "cents": float64(cents)})
	if err != nil {
		return err
	}
	out := new(wrapperspb.StringValue)
	if err := c.cc.Invoke(ctx, transferMethod, in, out); err != nil {
		return fmt.Errorf("transfer from %s to %s: %w", from, to, err)
	}
	return nil
}
