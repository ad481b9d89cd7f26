// Package ok reads player profiles from a sharded profile service.
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
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Profiles is a client of the profile service.
type Profiles struct {
	conn   grpc.ClientConnInterface
	tries  int
	perTry time.Duration
}

// NewProfiles uses conn.
func NewProfiles(conn grpc.ClientConnInterface) *Profiles {
	return &Profiles{conn: conn, tries: 4, perTry: 700 * time.Millisecond}
}

// Get returns the profile of a player. A shard that moves does not answer at all for a moment.
func (p *Profiles) Get(ctx context.Context, player string) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		prof, err := p.get(ctx, player)
		if err == nil {
			return prof, nil
		}
		if ctx.Err() != nil || n == p.tries || !passing(err) {
			return nil, fmt.Errorf("profile of %s: %w", player, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("profile of %s: %w", player, errors.Join(err, ctx.Err()))
		case <-time.After(time.Duration(n)*100*time.Millisecond + rand.N(100*time.Millisecond)):
		}
	}
}

func (p *Profiles) get(ctx context.Context, player string) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, p.perTry)
	defer cancel()
	prof := new(structpb.Struct)
	err := p.conn.Invoke(ctx, "/game.profiles.v1.Profiles/Get", wrapperspb.String(player), prof)
	if err != nil {
		return nil, err
	}
	return prof, nil
}

func passing(err error) bool {
	switch status.Code(err) {
	case codes.DeadlineExceeded, codes.Unavailable, codes.Aborted:
		return true
	default:
		return false
	}
}
