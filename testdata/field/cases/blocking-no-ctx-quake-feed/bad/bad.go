// Package bad streams earthquakes to subscribers over gRPC. Between two quakes, which may be weeks, the
// handler waits in a receive that knows nothing of the stream. Subscribers who left long ago
// are still there, each with a goroutine and a place in the list.
package bad

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
		quake := sub.next() // OR blocking-no-ctx // OR ignored-done
		if err := stream.Send(wrapperspb.String(quake.Region)); err != nil {
			return err
		}
	}
}

func (s *subscription) next() Quake {
	return <-s.quakes // EXPECT blocking-no-ctx // OR ignored-done
}
