// Package good streams earthquakes to subscribers over gRPC. The wait for the next quake ends with the
// stream.
package good

import (
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Quake is one earthquake.
type Quake struct {
	Region    string
	Magnitude float64
}

// Feed spreads quakes.
type Feed struct {
	mu   sync.Mutex
	subs map[*subscription]struct{}
}

type subscription struct {
	least  float64
	quakes chan Quake
}

// NewFeed returns a feed without subscribers.
func NewFeed() *Feed { return &Feed{subs: make(map[*subscription]struct{})} }

// Report spreads a quake; a subscriber who lags misses it.
func (f *Feed) Report(q Quake) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for s := range f.subs {
		if q.Magnitude < s.least {
			continue
		}
		select {
		case s.quakes <- q:
		default:
		}
	}
}

func (f *Feed) subscribe(least float64) (*subscription, func()) {
	s := &subscription{least: least, quakes: make(chan Quake, 8)}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subs[s] = struct{}{}
	return s, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.subs, s)
	}
}

// Watch streams the regions of quakes of at least the magnitude asked for.
func (f *Feed) Watch(least *wrapperspb.DoubleValue, stream grpc.ServerStreamingServer[wrapperspb.StringValue]) error {
	if least.GetValue() < 0 {
		return status.Error(codes.InvalidArgument, "magnitude below zero")
	}
	sub, leave := f.subscribe(least.GetValue())
	defer leave()
	for {
		var quake Quake
		select {
		case quake = <-sub.quakes:
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
		if err := stream.Send(wrapperspb.String(quake.Region)); err != nil {
			return err
		}
	}
}
