// Package plotter moves the pen of a networked plotter when a page asks for it.
package plotter

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const jogLimit = 6 * time.Second

// Desk serves the jog buttons of one plotter.
type Desk struct {
	addr   string
	dialer net.Dialer
	log    *slog.Logger
}

// ServeHTTP moves the pen by x and y steps.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x, errX := strconv.Atoi(r.FormValue("x"))
	y, errY := strconv.Atoi(r.FormValue("y"))
	if err := errors.Join(errX, errY); err != nil {
		http.Error(w, "no numbers", http.StatusBadRequest)
		return
	}
	if err := d.jog(r.Context(), x, y); err != nil {
		d.log.Error("pen not moved", "err", err)
		http.Error(w, "plotter not available", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (d *Desk) jog(ctx context.Context, x, y int) error {
	ctx, cancel := context.WithTimeout(ctx, jogLimit)
	defer cancel()
	s, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.tell("PU"); err != nil {
		return err
	}
	return s.tell(fmt.Sprintf("PR %d,%d", x, y))
}

// session is a connection that breaks when its context ends.
type session struct {
	conn net.Conn
	in   *bufio.Reader
	stop func() bool
}

func (d *Desk) open(ctx context.Context) (*session, error) {
	conn, err := d.dialer.DialContext(ctx, "tcp", d.addr)
	if err != nil {
		return nil, fmt.Errorf("dial plotter: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return &session{conn: conn, in: bufio.NewReader(conn), stop: stop}, nil
}

func (s *session) close() {
	s.stop()
	s.conn.Close()
}

// tell sends a command and waits for the plotter to acknowledge it.
func (s *session) tell(cmd string) error {
	if _, err := fmt.Fprintf(s.conn, "%s;\r\n", cmd); err != nil {
		return fmt.Errorf("send %s: %w", cmd, err)
	}
	line, err := s.in.ReadString('\n')
	if err != nil {
		return fmt.Errorf("answer to %s: %w", cmd, err)
	}
	if ack := strings.TrimSpace(line); ack != "OK" {
		return fmt.Errorf("plotter refused %s: %s", cmd, ack)
	}
	return nil
}
