// Package good streams the lots of an auction over gRPC. Who watches before the opening
// waits for it, or goes.
package good

import (
	"context"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Hall is one auction.
type Hall struct {
	opened chan struct{}

	mu   sync.Mutex
	lots []string
}

// NewHall makes an auction that is not open yet.
func NewHall() *Hall { return &Hall{opened: make(chan struct{})} }

// Open opens it; once.
func (h *Hall) Open(lots []string) {
	h.mu.Lock()
	h.lots = slices.Clone(lots)
	h.mu.Unlock()
	close(h.opened)
}

func (h *Hall) opening(ctx context.Context) ([]string, error) {
	select {
	case <-h.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lots), nil
}

// Server serves auctions.
type Server struct {
	mu    sync.Mutex
	halls map[string]*Hall
}

// Watch sends the lots of an auction, as soon as it is open.
func (s *Server) Watch(req *wrapperspb.StringValue, stream grpc.ServerStreamingServer[wrapperspb.StringValue]) error {
	s.mu.Lock()
	hall := s.halls[req.GetValue()]
	s.mu.Unlock()
	if hall == nil {
		return status.Error(codes.NotFound, "no such auction")
	}
	lots, err := hall.opening(stream.Context())
	if err != nil {
		return status.FromContextError(err).Err()
	}
	for _, lot := range lots {
		if err := stream.Send(wrapperspb.String(lot)); err != nil {
			return err
		}
	}
	return nil
}
