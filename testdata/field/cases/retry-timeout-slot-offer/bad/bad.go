// Package bad offers delivery slots to a web shop, which waits two seconds for them.
// The planner is asked up to four times with a second for each and 700 ms of pauses: 4.7 s that the
// two seconds can never hold, so the last attempts are planned and never made.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	shopPatience = 2 * time.Second
	askTimeout   = time.Second
	asks         = 4
	firstPause   = 100 * time.Millisecond
)

// Planner knows the tours of the day.
type Planner struct {
	conn grpc.ClientConnInterface
}

// Slots returns what the planner offers for a postcode.
func (p *Planner) Slots(ctx context.Context, postcode string) (*structpb.ListValue, error) {
	ctx, cancel := context.WithTimeout(ctx, shopPatience) // OR retry-timeout
	defer cancel()
	pause := firstPause
	var err error
	for ask := 1; ask <= asks; ask++ { // EXPECT retry-timeout
		var slots *structpb.ListValue
		if slots, err = p.ask(ctx, postcode); err == nil { // OR retry-timeout
			return slots, nil
		}
		if ctx.Err() != nil || !passing(err) || ask == asks {
			break
		}
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
			pause *= 2
		}
	}
	return nil, fmt.Errorf("slots for %s: %w", postcode, err)
}

func (p *Planner) ask(ctx context.Context, postcode string) (*structpb.ListValue, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout) // OR retry-timeout
	defer cancel()
	out := &structpb.ListValue{}
	err := p.conn.Invoke(ctx, "/tours.v1.Planner/ListSlots", structpb.NewStringValue(postcode), out)
	return out, err
}

func passing(err error) bool {
	c := status.Code(err)
	return c == codes.Unavailable || c == codes.DeadlineExceeded
}
