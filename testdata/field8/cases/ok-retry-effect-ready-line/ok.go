// Package ok places orders at a bakery over gRPC when its server may just be restarting. It is
// right although an order is not idempotent and the code seems to insist: WaitForReady only
// holds the call back until there is a connection. The loop around it repeats nothing
// either, it sends the next order.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const place = "/bakery.v1.Counter/Place"

// Order is what a shop wants tomorrow.
type Order struct {
	Shop   string
	Loaves int
}

// Counter takes orders.
type Counter struct {
	conn *grpc.ClientConn
	wait time.Duration // for connection and answer
	log  *slog.Logger
}

// PlaceAll places each order once and returns the receipts of those that went through.
func (c *Counter) PlaceAll(ctx context.Context, orders []Order) (map[string]string, error) {
	receipts := make(map[string]string, len(orders))
	var failed []error
	for _, o := range orders {
		receipt, err := c.place(ctx, o)
		if err == nil {
			receipts[o.Shop] = receipt
			continue
		}
		if ctx.Err() != nil {
			return receipts, errors.Join(append(failed, err)...)
		}
		if status.Code(err) == codes.Unavailable {
			c.log.WarnContext(ctx, "connection lost, order may have been placed", "shop", o.Shop)
		}
		failed = append(failed, err)
	}
	return receipts, errors.Join(failed...)
}

func (c *Counter) place(ctx context.Context, o Order) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	form, err := structpb.NewStruct(map[string]any{"shop": o.Shop, "loaves": o.Loaves})
	if err != nil {
		return "", fmt.Errorf("encode order of %s: %w", o.Shop, err)
	}
	var receipt wrapperspb.StringValue
	if err := c.conn.Invoke(ctx, place, form, &receipt, grpc.WaitForReady(true)); err != nil {
		return "", fmt.Errorf("order of %s: %w", o.Shop, err)
	}
	return receipt.GetValue(), nil
}
