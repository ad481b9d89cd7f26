// Package ok gives a workshop's machines a raw line through an HTTP server. The goroutine of a
// line does not follow the request's context but that of the server, which is right: the request
// is over when the handler returns, the hijacked line goes on, and it ends with the server or
// when the machine has been silent for too long.
package ok

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

const silence = 90 * time.Second

// Workshop has lines to its machines.
type Workshop struct {
	ctx   context.Context // of the server, set by Serve
	lines sync.WaitGroup
	hear  func(machine, said string)
	log   *slog.Logger
}

// Serve lets machines connect until ctx ends, and returns when the last line is closed.
func (s *Workshop) Serve(ctx context.Context, addr string) error {
	s.ctx = ctx
	mux := http.NewServeMux()
	mux.HandleFunc("POST /machines/{machine}/line", s.open)
	srv := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err = srv.Shutdown(stop); err != nil {
			err = errors.Join(err, srv.Close())
		}
	}
	if ctx.Err() != nil {
		s.lines.Wait()
	}
	return err
}

// open turns a request into a line.
func (s *Workshop) open(w http.ResponseWriter, r *http.Request) {
	machine := r.PathValue("machine")
	conn, buf, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "no raw lines here", http.StatusNotImplemented)
		return
	}
	s.lines.Go(func() {
		defer conn.Close()
		if err := s.line(s.ctx, machine, conn, buf.Reader); err != nil {
			s.log.Warn("line", "machine", machine, "err", err)
		}
	})
}

// line hears a machine out.
func (s *Workshop) line(ctx context.Context, machine string, conn net.Conn, in *bufio.Reader) error {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	if _, err := conn.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: line\r\n\r\n")); err != nil {
		return err
	}
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		said, err := in.ReadString('\n')
		if err != nil {
			return errors.Join(ctx.Err(), err)
		}
		s.hear(machine, said)
	}
}
