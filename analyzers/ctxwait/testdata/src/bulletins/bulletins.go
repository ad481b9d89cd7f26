// Package bulletins streams what a subscription brings to those who asked.
package bulletins

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"connectrpc.com/connect"
)

type text struct{ s string }

type board struct {
	mu   sync.Mutex
	subs map[string]map[chan string]struct{}
}

func (b *board) join(port string) (<-chan string, func()) {
	ch := make(chan string, 8)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[port][ch] = struct{}{}
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs[port], ch)
	}
}

func (b *board) joinUntil(ctx context.Context, port string) <-chan string {
	ch := make(chan string, 8)
	context.AfterFunc(ctx, func() { close(ch) })
	return ch
}

func mount(b *board) *connect.Handler {
	return connect.NewServerStreamHandler("/watch", b.Watch)
}

func (b *board) Watch(ctx context.Context, req *connect.Request[text], stream *connect.ServerStream[text]) error {
	bulletins, leave := b.join(req.Msg.s)
	defer leave()
	for s := range bulletins { // want `range over bulletins does not end when ctx does: its channel is closed only by the call deferred at bulletins.go:\d+, which runs after it`
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := stream.Send(&text{s}); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	bulletins, leave := b.join(r.URL.Path)
	defer leave()
	for s := range bulletins { // want `range over bulletins does not end when r.Context\(\) does`
		fmt.Fprintln(w, s)
	}
}

// It looks at the context while nothing comes.
func (b *board) watchRight(w http.ResponseWriter, r *http.Request) {
	bulletins, leave := b.join(r.URL.Path)
	defer leave()
	for {
		select {
		case s := <-bulletins:
			fmt.Fprintln(w, s)
		case <-r.Context().Done():
			return
		}
	}
}

// A goroutine leaves when the request does.
func (b *board) watchBeside(w http.ResponseWriter, r *http.Request) {
	bulletins, leave := b.join(r.URL.Path)
	go func() {
		<-r.Context().Done()
		leave()
	}()
	for s := range bulletins {
		fmt.Fprintln(w, s)
	}
}

// What it is given ends with the context.
func (b *board) WatchUntil(ctx context.Context, req *connect.Request[text], stream *connect.ServerStream[text]) error {
	for s := range b.joinUntil(ctx, req.Msg.s) {
		if err := stream.Send(&text{s}); err != nil {
			return err
		}
	}
	return nil
}

// No request's context: whoever calls it drops the subscription.
func (b *board) copy(ctx context.Context, port string, to func(string)) error {
	bulletins, leave := b.join(port)
	defer leave()
	for s := range bulletins {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		to(s)
	}
	return nil
}
