// Package links asks how a context's end reaches waits that take none.
package links

import (
	"bufio"
	"context"
	"net"
	"os/exec"
	"sync"
	"time"
)

func linked(any) {}

func hook(ctx context.Context, conn net.Conn) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	linked(conn) // want "^hook param ctx$"
	r := bufio.NewReader(conn)
	linked(r) // want "^hook param ctx$"
}

func noLink(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	linked(conn) // want "^no link$"
}

func dialled(ctx context.Context) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", "a:1")
	if err != nil {
		return err
	}
	defer conn.Close()
	linked(conn) // want "^no link$"
	return nil
}

func goroutine(ctx context.Context, ln net.Listener) {
	go func() {
		<-ctx.Done()
		ln.Close()
	}()
	linked(ln) // want "^goroutine param ctx$"
	conn, err := ln.Accept()
	if err != nil {
		return
	}
	linked(conn) // want "^no link$"
}

func inSelect(ctx context.Context, conn net.Conn) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			conn.SetDeadline(time.Now())
		case <-done:
		}
	}()
	linked(conn) // want "^goroutine param ctx$"
}

func deadline(ctx context.Context, conn net.Conn) {
	if d, ok := ctx.Deadline(); ok {
		conn.SetReadDeadline(d)
	}
	linked(conn) // want "^deadline param ctx$"
}

func fixedDeadline(ctx context.Context, conn net.Conn) {
	conn.SetReadDeadline(time.Now().Add(time.Second))
	linked(conn) // want "^no link$"
}

func closeOnDone(ctx context.Context, c net.Conn) func() bool {
	return context.AfterFunc(ctx, func() { c.Close() })
}

func watch(ctx context.Context, c net.Conn) {
	<-ctx.Done()
	c.Close()
}

func viaHelper(ctx context.Context, conn net.Conn) {
	stop := closeOnDone(ctx, conn)
	defer stop()
	linked(conn) // want "^hook param ctx$"
}

func viaWatcher(ctx context.Context, conn net.Conn) {
	go watch(ctx, conn)
	linked(conn) // want "^goroutine param ctx$"
}

func command(ctx context.Context) {
	cmd := exec.Command("ls")
	out, _ := cmd.StdoutPipe()
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer stop()
	linked(cmd) // want "^hook param ctx$"
	linked(out) // want "^hook param ctx$"
}

type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	jobs    chan int
}

func (q *queue) take(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	})
	defer stop()
	linked(q.changed) // want "^hook param ctx$"
	linked(q.jobs)    // want "^no link$"
}

func (q *queue) methodValue(ctx context.Context) {
	defer context.AfterFunc(ctx, q.changed.Broadcast)()
	linked(q.changed) // want "^hook param ctx$"
}

func closed(ctx context.Context) {
	stop := make(chan struct{})
	go func() {
		<-ctx.Done()
		close(stop)
	}()
	linked(stop) // want "^goroutine param ctx$"
}

type server struct {
	ln   net.Listener
	conn net.Conn
}

func (s *server) start(ctx context.Context) {
	go func() {
		<-ctx.Done()
		s.stop()
	}()
	go s.serve()
}

func (s *server) stop() { s.ln.Close() }

func (s *server) serve() {
	linked(s.ln)   // want "^goroutine param ctx$"
	linked(s.conn) // want "^no link$"
}

func waitGroup(ctx context.Context, conn net.Conn) {
	var wg sync.WaitGroup
	wg.Go(func() {
		<-ctx.Done()
		conn.Close()
	})
	linked(conn) // want "^goroutine param ctx$"
	wg.Wait()
}
