// Package good is a gRPC client of a ledger. Its interceptor makes up to four attempts.
// Four attempts and the pauses between them fit into the two seconds of a call.
package good

import (
	"context"
	"fmt"
	"time"

	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	callTimeout = 2 * time.Second
	tryTimeout  = 400 * time.Millisecond
	tries       = 4
)

// Ledger reads balances.
type Ledger struct {
	conn *grpc.ClientConn
}

// Open returns a client of the ledger at target.
func Open(target string, creds credentials.TransportCredentials) (*Ledger, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithUnaryInterceptor(grpcretry.UnaryClientInterceptor(
			grpcretry.WithMax(tries),
			grpcretry.WithPerRetryTimeout(tryTimeout),
			grpcretry.WithCodes(codes.Unavailable, codes.DeadlineExceeded),
			grpcretry.WithBackoff(grpcretry.BackoffLinearWithJitter(50*time.Millisecond, 0.2)),
		)),
	)
	if err != nil {
		return nil, fmt.Errorf("ledger client: %w", err)
	}
	return &Ledger{conn: conn}, nil
}

// Balance returns the balance of an account in cents.
func (l *Ledger) Balance(ctx context.Context, account string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out := &wrapperspb.Int64Value{}
	err := l.conn.Invoke(ctx, "/ledger.v1.Accounts/GetBalance", wrapperspb.String(account), out)
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", account, err)
	}
	return out.GetValue(), nil
}
