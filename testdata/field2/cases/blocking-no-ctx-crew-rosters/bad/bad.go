// Package bad answers roster questions over Connect from Redis. Connections are taken and used
// without the call's context: with an empty pool that waits for a free one, a call hangs
// until somebody returns a connection.
package bad

import (
	"context"
	"errors"
	"time"

	"connectrpc.com/connect"
	"github.com/gomodule/redigo/redis"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// NewPool returns a pool that waits when it is empty.
func NewPool(addr string) *redis.Pool {
	return &redis.Pool{
		MaxActive: 20, Wait: true, IdleTimeout: time.Minute,
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialContext(ctx, "tcp", addr, redis.DialConnectTimeout(2*time.Second))
		},
	}
}

type rosters struct{ pool *redis.Pool }

func (r *rosters) captain(ship string) (string, error) {
	conn := r.pool.Get() // OR blocking-no-ctx
	defer conn.Close()
	return redis.String(conn.Do("HGET", "roster:"+ship, "captain")) // OR blocking-no-ctx
}

// Service answers.
type Service struct{ rosters *rosters }

// New returns a service.
func New(pool *redis.Pool) *Service { return &Service{rosters: &rosters{pool: pool}} }

// Captain is a unary method.
func (s *Service) Captain(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
	name, err := s.rosters.captain(req.Msg.GetValue()) // EXPECT blocking-no-ctx
	if errors.Is(err, redis.ErrNil) {
		return nil, connect.NewError(connect.CodeNotFound, err)
	}
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	return connect.NewResponse(wrapperspb.String(name)), nil
}
