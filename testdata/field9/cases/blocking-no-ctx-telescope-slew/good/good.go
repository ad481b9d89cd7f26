// Package good points a telescope over gRPC. After the mount has moved, the handler waits until
// the tube should have stopped shaking, or until the call is over.
package good

import (
	"context"
	"log/slog"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const shaking = 20 * time.Second

// Mount moves the tube.
type Mount interface {
	Slew(ctx context.Context, target string) (moved bool, err error)
	Track(ctx context.Context, target string) error
}

// Server implements the pointing service.
type Server struct {
	mount Mount
	log   *slog.Logger
}

// NewServer drives mount.
func NewServer(mount Mount, log *slog.Logger) *Server { return &Server{mount: mount, log: log} }

// Point slews to a target and starts to follow it.
func (s *Server) Point(ctx context.Context, target *wrapperspb.StringValue) (*emptypb.Empty, error) {
	if target.GetValue() == "" {
		return nil, status.Error(codes.InvalidArgument, "no target")
	}
	moved, err := s.mount.Slew(ctx, target.GetValue())
	if err != nil {
		return nil, status.Errorf(codes.Unavailable, "slew: %v", err)
	}
	if moved {
		s.log.InfoContext(ctx, "waiting for the tube", "target", target.GetValue())
		t := time.NewTimer(shaking)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return nil, status.FromContextError(ctx.Err()).Err()
		}
	}
	if err := s.mount.Track(ctx, target.GetValue()); err != nil {
		return nil, status.Errorf(codes.Unavailable, "track: %v", err)
	}
	return new(emptypb.Empty), nil
}
