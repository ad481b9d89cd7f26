// Package good translates star numbers into names.
// The client is built with an interceptor of five attempts; the lookup trusts it.
package good

import (
	"context"
	"faultfield3/cases/retry-timeout-star-names/good/rpc"
	"fmt"
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
		connect.WithInterceptors(rpc.Again(5)),
	)}
}

// Lookup returns a star's name.
func (n *Names) Lookup(ctx context.Context, star int64) (string, error) {
	resp, err := n.client.CallUnary(ctx, connect.NewRequest(wrapperspb.Int64(star)))
	if err != nil {
		return "", fmt.Errorf("star %d: %w", star, err)
	}
	return resp.Msg.GetValue(), nil
}
