// Package ok rewrites addresses through a postal service, for callers with all kinds of deadlines.
// It is right although six attempts of two seconds need not fit: before each further one the time
// that is left is compared with what an attempt needs, and the last error goes up at once if it is less.
package ok

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
)

const (
	perAttempt = 2 * time.Second
	attempts   = 6
)

// Post is a client of the postal service.
type Post struct {
	conn grpc.ClientConnInterface
}

// Normalise returns an address the way the post spells it.
func (p *Post) Normalise(ctx context.Context, lines []string) ([]string, error) {
	in := &structpb.ListValue{}
	for _, l := range lines {
		in.Values = append(in.Values, structpb.NewStringValue(l))
	}
	for n := 1; ; n++ {
		out, err := p.call(ctx, in)
		if err == nil {
			spelled := make([]string, len(out.Values))
			for i, v := range out.Values {
				spelled[i] = v.GetStringValue()
			}
			return spelled, nil
		}
		pause := 100*time.Millisecond<<n + rand.N(100*time.Millisecond)
		switch c := status.Code(err); {
		case ctx.Err() != nil:
			return nil, errors.Join(ctx.Err(), err)
		case c != codes.Unavailable && c != codes.DeadlineExceeded, n == attempts:
			return nil, fmt.Errorf("normalise address: %w", err)
		case !leaves(ctx, pause+perAttempt/2):
			return nil, fmt.Errorf("normalise address, no time for attempt %d: %w", n+1, err)
		}
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

// leaves reports whether ctx lasts at least d.
func leaves(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) >= d
}

func (p *Post) call(ctx context.Context, in *structpb.ListValue) (*structpb.ListValue, error) {
	ctx, cancel := context.WithTimeout(ctx, perAttempt)
	defer cancel()
	out := &structpb.ListValue{}
	err := p.conn.Invoke(ctx, "/post.v1.Addresses/Normalise", in, out)
	return out, err
}
