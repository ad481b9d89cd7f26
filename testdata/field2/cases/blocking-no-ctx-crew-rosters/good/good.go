// Package good answers roster questions over Connect from Redis. Connections are taken and
// used under the call's context.
package good

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

func (r *rosters) captain(ctx context.Context, ship string) (string, error) {
	conn, err := r.pool.GetContext(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return redis.String(redis.DoContext(conn, ctx, "HGET", "roster:"+ship, "captain"))
}

// Service answers.
type Service struct{ rosters *rosters }

// New returns a service.
func New(pool *redis.Pool) *Service { return &Service{rosters: &rosters{pool: pool}} }

// Captain is a unary method.
func (s *Service) Captain(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
	name, err := s.rosters.captain(ctx, req.Msg.GetValue())
	if errors.Is(err, redis.ErrNil) {
		return nil, connect.NewError(connect.CodeNotFound, err)
	}
	if err != nil {
		return nil, connect.NewError(connect.CodeUnavailable, err)
	}
	return connect.NewResponse(wrapperspb.String(name)), nil
}
