package a

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Events for a request, dropped when it is done.
type board struct {
	mu   sync.Mutex
	subs map[chan string]struct{}
}

func (b *board) sub() chan string {
	c := make(chan string, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[c] = struct{}{}
	return c
}

func (b *board) subscribe() (<-chan string, func()) {
	c := b.sub()
	return c, func() { b.drop(c) }
}

func (b *board) publish(ev string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.subs {
		select {
		case c <- ev:
		default:
		}
	}
}

func (b *board) drop(c chan string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, c)
}

func (b *board) stream(w http.ResponseWriter, r *http.Request) {
	c := b.sub()
	defer b.drop(c)
	for ev := range c { // want `range over c does not end when r.Context\(\) does: it is never closed`
		fmt.Fprintln(w, ev)
	}
}

func (b *board) streamFunc(w http.ResponseWriter, r *http.Request) {
	events, cancel := b.subscribe()
	defer cancel()
	for {
		if _, err := fmt.Fprintln(w, <-events); err != nil { // want `receive from events does not end when r.Context\(\) does`
			return
		}
	}
}

func (b *board) poll(w http.ResponseWriter, r *http.Request) {
	c := b.sub()
	defer b.drop(c)
	select { // want `select of up to 30s does not end when r.Context\(\) does`
	case ev := <-c:
		fmt.Fprintln(w, ev)
	case <-time.After(30 * time.Second):
		w.WriteHeader(http.StatusNoContent)
	}
}

func (b *board) streamRight(w http.ResponseWriter, r *http.Request) {
	c := b.sub()
	defer b.drop(c)
	for {
		select {
		case ev := <-c:
			fmt.Fprintln(w, ev)
		case <-r.Context().Done():
			return
		}
	}
}

// Another channel may end it.
func (b *board) streamStop(stop <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := b.sub()
		defer b.drop(c)
		for {
			select {
			case ev := <-c:
				fmt.Fprintln(w, ev)
			case <-stop:
				return
			}
		}
	}
}

// No request's: a service that lives as long as the program.
func (b *board) log() {
	c := b.sub()
	defer b.drop(c)
	for ev := range c {
		log.Print(ev)
	}
}

// Servers that nothing shuts down.
type front struct{ srv *http.Server }

func (f *front) Run(ctx context.Context) error {
	log.Print("serving")
	return f.srv.ListenAndServe() // want `\(\*Server\).ListenAndServe goes on after ctx is over: nothing shuts the server down then; call its Shutdown from context.AfterFunc`
}

func (f *front) plain(ctx context.Context, h http.Handler) error {
	return http.ListenAndServe(":0", h) // want `ListenAndServe goes on after ctx is over`
}

type back struct{ srv *http.Server }

func (b *back) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = b.srv.Close() })
	defer stop()
	return b.srv.ListenAndServe()
}

type side struct{ srv *http.Server }

func (s *side) Run(ctx context.Context) error { return s.srv.ListenAndServe() }

func (s *side) Stop(ctx context.Context) error { return s.srv.Shutdown(ctx) }

func onListener(ctx context.Context, h http.Handler) error {
	ln, err := net.Listen("tcp", ":0")
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	return http.Serve(ln, h)
}

func given(ctx context.Context, srv *http.Server) error { return srv.ListenAndServe() }

// A latch that goroutines open when they are done.
type latch struct {
	mu   sync.Mutex
	n    int
	zero chan struct{}
}

func newLatch(n int) *latch { return &latch{n: n, zero: make(chan struct{})} }

func (l *latch) down() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n--; l.n == 0 {
		close(l.zero)
	}
}

func (l *latch) wait() {
	<-l.zero // want `receive from l.zero does not end when ctx of its caller gather does: its sender, in \(\*latch\).down, waits for http.Get`
}

func gather(ctx context.Context, urls []string) error {
	l := newLatch(len(urls))
	for _, u := range urls {
		go func() {
			defer l.down()
			if resp, err := http.Get(u); err == nil {
				resp.Body.Close()
			}
		}()
	}
	l.wait()
	return ctx.Err()
}

// Others say when it is ready.
type engine struct {
	ready chan struct{}
	once  sync.Once
}

func newEngine() *engine { return &engine{ready: make(chan struct{})} }

func (e *engine) MarkReady() { e.once.Do(func() { close(e.ready) }) }

func (e *engine) query(ctx context.Context) error {
	<-e.ready // want `receive from e.ready does not end when ctx does: it is closed when somebody calls \(\*engine\).MarkReady`
	return ctx.Err()
}

func (e *engine) queryRight(ctx context.Context) error {
	select {
	case <-e.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
