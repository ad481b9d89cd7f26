// Package bad follows the head of a ledger and never gives up.
// NewExponential doubles without looking, and the cap around it sees only the result: after a good thirty
// failures that is negative, smaller than the cap, and the follower asks without any pause.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/sethvargo/go-retry"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	firstWait = time.Second
	mostWait  = time.Minute
)

// Follower polls one node.
type Follower struct {
	conn grpc.ClientConnInterface
	log  *slog.Logger
}

// Run hands each new head to on until ctx ends.
func (f *Follower) Run(ctx context.Context, on func(head string)) error {
	last := ""
	for {
		head, err := f.head(ctx)
		if err != nil {
			return err
		}
		if head != last {
			on(head)
			last = head
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

func (f *Follower) schedule() retry.Backoff {
	b := retry.NewExponential(firstWait)      // OR retry-hygiene
	b = retry.WithCappedDuration(mostWait, b) // EXPECT retry-hygiene
	return retry.WithJitterPercent(20, b)
}

// head asks for the current head until the node answers or ctx ends.
func (f *Follower) head(ctx context.Context) (string, error) {
	out := &structpb.Value{}
	err := retry.Do(ctx, f.schedule(), func(ctx context.Context) error { // OR retry-hygiene
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		if err := f.conn.Invoke(ctx, "/ledger.v1.Node/GetHead", &emptypb.Empty{}, out); err != nil {
			f.log.Warn("node did not answer", "err", err)
			return retry.RetryableError(err)
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("head of ledger: %w", err)
	}
	return out.GetStringValue(), nil
}
