// Package bad is a gRPC client of a ledger. Its interceptor makes up to four attempts.
// Each of them may take as long as the whole call, two seconds, so when the first one hangs the
// call is over before the second.
package bad

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
	tryTimeout  = callTimeout
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
		grpc.WithUnaryInterceptor(grpcretry.UnaryClientInterceptor( // OR retry-timeout
			grpcretry.WithMax(tries),
			grpcretry.WithPerRetryTimeout(tryTimeout), // EXPECT retry-timeout
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
	ctx, cancel := context.WithTimeout(ctx, callTimeout) // OR retry-timeout
	defer cancel()
	out := &wrapperspb.Int64Value{}
	err := l.conn.Invoke(ctx, "/ledger.v1.Accounts/GetBalance", wrapperspb.String(account), out) // OR retry-timeout
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", account, err)
	}
	return out.GetValue(), nil
}
