// Package bad streams the lots of an auction over gRPC. Who watches before the opening
// waits for it with a bare receive: a client that goes away in the evening is waited
// for until the opening in the morning.
package bad

import (
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

func (h *Hall) opening() []string {
	<-h.opened // EXPECT ignored-done
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lots)
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
	for _, lot := range hall.opening() { // OR ignored-done
		if err := stream.Send(wrapperspb.String(lot)); err != nil {
			return err
		}
	}
	return nil
}
