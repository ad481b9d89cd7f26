// Package good streams tide bulletins to ships with Connect. Between two bulletins, hours may
// lie; the handler waits for the next one and for the end of the stream together.
package good

import (
	"context"
	"net/http"
	"sync"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const watchProcedure = "/tides.v1.Bulletins/Watch"

// Board keeps the subscriptions of all ports.
type Board struct {
	mu   sync.Mutex
	subs map[string]map[chan string]struct{}
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{subs: make(map[string]map[chan string]struct{})}
}

// Mount adds the service to a mux.
func (b *Board) Mount(mux *http.ServeMux) {
	mux.Handle(watchProcedure, connect.NewServerStreamHandler(watchProcedure, b.Watch))
}

// Post sends a bulletin to everyone who watches a port; a ship that lags behind misses it.
func (b *Board) Post(port, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ch := range b.subs[port] {
		select {
		case ch <- text:
		default:
		}
	}
}

func (b *Board) join(port string) (<-chan string, func()) {
	ch := make(chan string, 8)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs[port] == nil {
		b.subs[port] = make(map[chan string]struct{})
	}
	b.subs[port][ch] = struct{}{}
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs[port], ch)
	}
}

// Watch sends the bulletins of a port as they come.
func (b *Board) Watch(ctx context.Context, req *connect.Request[wrapperspb.StringValue], stream *connect.ServerStream[wrapperspb.StringValue]) error {
	bulletins, leave := b.join(req.Msg.GetValue())
	defer leave()
	for {
		select {
		case text := <-bulletins:
			if err := stream.Send(wrapperspb.String(text)); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
