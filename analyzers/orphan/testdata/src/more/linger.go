package more

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os/exec"
	"sync"
	"time"
)

func fetch(ctx context.Context, addr string) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	go func() {
		<-ctx.Done() // want `the goroutine stays until ctx is over, even when .* has returned.*; use context.AfterFunc`
		conn.Close()
	}()
	return bufio.NewReader(conn).ReadString('\n')
}

func command(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		<-ctx.Done() // want `the goroutine stays until ctx is over, even when .* has returned.*; use context.AfterFunc`
		_ = cmd.Process.Kill()
	}()
	return cmd.Wait()
}

type srv struct {
	ln net.Listener
}

func (s *srv) Serve(ctx context.Context) error {
	go func() {
		<-ctx.Done()
		s.ln.Close()
	}()
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return err
		}
		go s.conn(ctx, conn)
	}
}

func (s *srv) conn(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	go func() {
		<-ctx.Done() // want `the goroutine stays until ctx is over, even when .* has returned.*; use context.AfterFunc`
		conn.Close()
	}()
	r := bufio.NewReader(conn)
	for {
		l, err := r.ReadString('\n')
		if err != nil {
			return
		}
		log.Print(l)
	}
}

type queue struct {
	mu   sync.Mutex
	some *sync.Cond
	n    int
}

func newQueue() *queue {
	q := &queue{}
	q.some = sync.NewCond(&q.mu)
	return q
}

func (q *queue) Take(ctx context.Context) error {
	go func() {
		<-ctx.Done() // want `the goroutine stays until ctx is over, even when .* has returned.*; use context.AfterFunc`
		q.mu.Lock()
		q.some.Broadcast()
		q.mu.Unlock()
	}()
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == 0 && ctx.Err() == nil {
		q.some.Wait()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	q.n--
	return nil
}

// right

type client struct{ c net.Conn }

func Dial(ctx context.Context, addr string) (*client, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	cl := &client{c}
	go func() {
		<-ctx.Done()
		cl.c.Close()
	}()
	return cl, nil
}

func RunHTTP(ctx context.Context, srv *http.Server) error {
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func pipe(ctx context.Context, in io.Reader) io.Reader {
	pr, pw := io.Pipe()
	go func() {
		<-ctx.Done()
		pw.CloseWithError(ctx.Err())
	}()
	go io.Copy(pw, in)
	return pr
}

func own(ctx context.Context, addr string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	go func() {
		<-ctx.Done()
		conn.Close()
	}()
	return bufio.NewReader(conn).ReadString('\n')
}

func handler(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	cmd := exec.Command("x")
	_ = cmd.Start()
	go func() {
		<-ctx.Done()
		_ = cmd.Process.Kill()
	}()
	_ = cmd.Wait()
}

func (s *srv) accept(ctx context.Context) error {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return err
		}
		cctx, cancel := context.WithCancel(ctx)
		go func() {
			defer cancel()
			defer conn.Close()
			go func() {
				<-cctx.Done()
				conn.Close()
			}()
			_, _ = io.Copy(io.Discard, conn)
		}()
	}
}

func (s *srv) accept2(ctx context.Context) error {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			go func() {
				<-ctx.Done() // want `the goroutine stays until ctx is over, even when .* has returned.*; use context.AfterFunc`
				conn.Close()
			}()
			_, _ = io.Copy(io.Discard, conn)
		}()
	}
}

type loom struct {
	queue  chan string
	roomy  chan string
	outlet chan string
	every  time.Duration
}

func newLoom() *loom {
	return &loom{queue: make(chan string), roomy: make(chan string, 1), outlet: make(chan string)}
}

func (l *loom) weave(ctx context.Context, take func(string)) error {
	for {
		select {
		case p := <-l.queue:
			take(p)
		case p := <-l.outlet:
			take(p)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A timer's goroutine sends to a receiver that has left.
func (l *loom) later(pattern string) {
	time.AfterFunc(l.every, func() {
		l.queue <- pattern // want `the goroutine stays at the send on l.queue for ever: its only receiver, in \(\*loom\).weave, leaves`
	})
}

func (l *loom) laterUnlessOver(ctx context.Context, pattern string) {
	time.AfterFunc(l.every, func() {
		select {
		case l.outlet <- pattern:
		case <-ctx.Done():
		}
	})
}

// Started with a context that it has no use for, and never ended.
func (l *loom) Start(ctx context.Context) {
	go l.tick(time.NewTicker(l.every))
}

func (l *loom) tick(t *time.Ticker) {
	defer t.Stop()
	for range t.C { // want `the goroutine goes round for ever: nothing ends it when \(\*loom\).Start returns, and each call starts another`
		l.oil()
	}
}

func (l *loom) oil() {}

func (l *loom) StartOiling(ctx context.Context) {
	go l.tickUntil(ctx, time.NewTicker(l.every))
}

func (l *loom) tickUntil(ctx context.Context, t *time.Ticker) {
	for {
		select {
		case <-t.C:
			l.oil()
		case <-ctx.Done():
			return
		}
	}
}

// The context is for the start alone, which the loop outlives on purpose.
func (l *loom) StartLoaded(ctx context.Context, load func(context.Context) error) error {
	if err := load(ctx); err != nil {
		return err
	}
	go l.tickOn(time.NewTicker(l.every))
	return nil
}

func (l *loom) tickOn(t *time.Ticker) {
	for range t.C {
		l.oil()
	}
}
