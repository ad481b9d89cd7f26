// Package good orders couriers over gRPC and repeats orders whose fate is unknown. The key by
// which the service knows an order is drawn once, before the first call.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"faultfield9/cases/retry-effect-courier-drops/good/stamp"
)

const orderMethod = "/couriers.v1.Dispatch/Order"

// Dispatch is a client of the courier service.
type Dispatch struct {
	conn     *grpc.ClientConn
	tries    int
	perTry   time.Duration
	deadline time.Duration
}

// Dial returns a client of the service at target.
func Dial(target string, creds credentials.TransportCredentials) (*Dispatch, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithUnaryInterceptor(stamp.Unary),
	)
	if err != nil {
		return nil, err
	}
	return &Dispatch{conn: conn, tries: 3, perTry: 4 * time.Second, deadline: 20 * time.Second}, nil
}

// Close closes the connection.
func (d *Dispatch) Close() error { return d.conn.Close() }

// Order sends a courier and returns the number of the trip.
func (d *Dispatch) Order(ctx context.Context, from, to string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.deadline)
	defer cancel()
	in, err := structpb.NewStruct(map[string]any{"from": from, "to": to})
	if err != nil {
		return "", err
	}
	ctx = stamp.With(ctx, uuid.NewString())
	for try := 1; ; try++ {
		out, err := d.once(ctx, in)
		if err == nil {
			return out.GetFields()["trip"].GetStringValue(), nil
		}
		if c := status.Code(err); try == d.tries || ctx.Err() != nil || c != codes.Unavailable && c != codes.DeadlineExceeded {
			return "", fmt.Errorf("order courier to %s: %w", to, err)
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*300*time.Millisecond + rand.N(300*time.Millisecond)):
		}
	}
}

func (d *Dispatch) once(ctx context.Context, in *structpb.Struct) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, d.perTry)
	defer cancel()
	out := new(structpb.Struct)
	return out, d.conn.Invoke(ctx, orderMethod, in, out)
}
