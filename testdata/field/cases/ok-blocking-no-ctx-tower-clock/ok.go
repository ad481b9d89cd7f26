// Package ok sets tower clocks over TCP. Reads and writes on the connection take no context, but the
// connection has a deadline, which is the context's if that comes first, and the context's end
// moves it to now.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

const talk = 5 * time.Second

// ErrJammed is returned by a clock whose hands do not move.
var ErrJammed = errors.New("clock is jammed")

// Tower has a clock.
type Tower struct {
	addr   string
	dialer net.Dialer
}

// New returns a tower.
func New(addr string) *Tower { return &Tower{addr: addr, dialer: net.Dialer{Timeout: talk}} }

// session is a talk with the clock.
type session struct {
	conn net.Conn
	in   *bufio.Reader
}

func (t *Tower) open(ctx context.Context) (*session, func(), error) {
	conn, err := t.dialer.DialContext(ctx, "tcp", t.addr)
	if err != nil {
		return nil, nil, fmt.Errorf("call tower: %w", err)
	}
	deadline := time.Now().Add(talk)
	if d, ok := ctx.Deadline(); ok && d.Before(deadline) {
		deadline = d
	}
	if err := conn.SetDeadline(deadline); err != nil {
		conn.Close()
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	return &session{conn, bufio.NewReader(conn)}, func() { stop(); conn.Close() }, nil
}

func (s *session) ask(format string, args ...any) (string, error) {
	if _, err := fmt.Fprintf(s.conn, format+"\r\n", args...); err != nil {
		return "", err
	}
	line, err := s.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(line), nil
}

// Set sets the clock.
func (t *Tower) Set(ctx context.Context, to time.Time) error {
	s, done, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer done()
	now, err := s.ask("TIME?")
	if err != nil {
		return fmt.Errorf("read clock: %w", err)
	}
	if now == to.Format(time.TimeOnly) {
		return nil
	}
	said, err := s.ask("SET %s", to.Format(time.TimeOnly))
	if err != nil {
		return fmt.Errorf("set clock: %w", err)
	}
	if said != "OK" {
		return fmt.Errorf("%w: %s", ErrJammed, said)
	}
	return nil
}

// ServeHTTP sets the clock to now.
func (t *Tower) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := t.Set(r.Context(), time.Now()); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
