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
