package a

import (
	"bufio"
	"context"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

type reply2 struct {
	s   string
	err error
}

// The senders are one literal, and know no context.
func first(ctx context.Context, a, b string) (string, error) {
	ra, rb := make(chan reply2, 1), make(chan reply2, 1)
	get := func(u string, ch chan<- reply2) {
		resp, err := http.Get(u)
		if err != nil {
			ch <- reply2{err: err}
			return
		}
		resp.Body.Close()
		ch <- reply2{s: resp.Status}
	}
	go get(a, ra)
	go get(b, rb)
	select { // want `select does not end when ctx does: its sender, in first.func, waits for http.Get`
	case x := <-ra:
		return x.s, x.err
	case x := <-rb:
		return x.s, x.err
	}
}

// It is closed by a deferred call, after the work.
type errand struct {
	done chan struct{}
	err  error
}

func (e *errand) run(url string) {
	defer close(e.done)
	_, e.err = http.Get(url)
}

func send(url string) *errand {
	e := &errand{done: make(chan struct{})}
	go e.run(url)
	return e
}

func (e *errand) wait(ctx context.Context) error {
	<-e.done // want `receive from e.done does not end when ctx does: its sender, in \(\*errand\).run, waits for http.Get`
	if err := ctx.Err(); err != nil {
		return err
	}
	return e.err
}

func (e *errand) waitRight(ctx context.Context) error {
	select {
	case <-e.done:
		return e.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A goroutine that gives back what it took.
func places(ctx context.Context, n int, items []int) {
	slots := make(chan struct{}, n)
	for _, i := range items {
		go func() {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
				return
			}
			_ = work(ctx, i)
		}()
	}
}

// A connection that its function closes, and nobody else keeps.
type host struct{ ln net.Listener }

func newHost() (*host, error) {
	ln, err := net.Listen("tcp", ":0")
	if err != nil {
		return nil, err
	}
	return &host{ln}, nil
}

func (h *host) serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { h.ln.Close() })
	defer stop()
	for {
		c, err := h.ln.Accept()
		if err != nil {
			return err
		}
		go h.talk(ctx, c)
	}
}

func (h *host) talk(ctx context.Context, c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		if ctx.Err() != nil {
			return
		}
		l, err := r.ReadString('\n') // want `ReadString does not end when ctx does: the context is looked at only between two reads`
		if err != nil {
			return
		}
		log.Print(l)
	}
}

// The host keeps its connections, and closes them.
type keeping struct {
	ln    net.Listener
	conns map[net.Conn]bool
}

func (k *keeping) serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, k.close)
	defer stop()
	for {
		c, err := k.ln.Accept()
		if err != nil {
			return err
		}
		k.conns[c] = true
		go k.talk(ctx, c)
	}
}

func (k *keeping) talk(ctx context.Context, c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for ctx.Err() == nil {
		l, err := r.ReadString('\n')
		if err != nil {
			return
		}
		log.Print(l)
	}
}

func (k *keeping) close() {
	k.ln.Close()
	for c := range k.conns {
		c.Close()
	}
}

// It polls, and the select in it is no stop.
func pollsQueue(ctx context.Context, in chan int) {
	for {
		select {
		case v := <-in:
			_ = work(ctx, v)
		default:
			time.Sleep(50 * time.Millisecond) // want `does not end when ctx does: it is one of many in a loop that never looks at a context`
		}
	}
}

// Who waits ends the context.
func monitor(ctx context.Context, url string) error {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = http.Get(url)
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		<-gone
		cancel()
	})
	if err := work(ctx, 1); err != nil {
		return err
	}
	wg.Wait()
	return nil
}
