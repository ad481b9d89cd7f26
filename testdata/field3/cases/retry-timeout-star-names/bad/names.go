// Package bad translates star numbers into names.
// The client is built with an interceptor of five attempts, and the lookup makes four of its own
// around it: an outage sees twenty requests for every star on the page.
package bad

import (
	"context"
	"errors"
	"faultfield3/cases/retry-timeout-star-names/bad/rpc"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type caller interface {
	CallUnary(ctx context.Context, req *connect.Request[wrapperspb.Int64Value]) (*connect.Response[wrapperspb.StringValue], error)
}

// Names looks names up.
type Names struct{ client caller }

// New returns a lookup at base.
func New(base string) *Names {
	hc := &http.Client{Timeout: 3 * time.Second}
	return &Names{client: connect.NewClient[wrapperspb.Int64Value, wrapperspb.StringValue](hc,
		base+"/stars.v1.Names/Lookup",
		connect.WithIdempotency(connect.IdempotencyNoSideEffects),
		connect.WithInterceptors(rpc.Again(5)), // OR retry-timeout
	)}
}

// Lookup returns a star's name.
func (n *Names) Lookup(ctx context.Context, star int64) (string, error) {
	var err error
	for i := range 4 { // EXPECT retry-timeout
		var resp *connect.Response[wrapperspb.StringValue]
		resp, err = n.client.CallUnary(ctx, connect.NewRequest(wrapperspb.Int64(star))) // OR retry-timeout
		if err == nil {
			return resp.Msg.GetValue(), nil
		}
		if connect.CodeOf(err) != connect.CodeUnavailable || i == 3 {
			break
		}
		t := time.NewTimer(time.Second<<i + rand.N(time.Second))
		select {
		case <-ctx.Done():
			t.Stop()
			return "", errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
	return "", fmt.Errorf("star %d: %w", star, err)
}
