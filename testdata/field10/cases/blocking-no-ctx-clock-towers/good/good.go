// Package good is a controller that keeps the clocks in a town's towers at the right time.
// The connection has a deadline before the first byte is sent, and the end of the context brings
// it forward to now.
package good

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"
)

const (
	dialTimeout = 5 * time.Second
	talkTimeout = 10 * time.Second
	drift       = 2 * time.Second // a clock may be off by
)

// Request names the tower to look at.
type Request struct{ Tower string }

// Result says when to look at it again.
type Result struct{ RequeueAfter time.Duration }

// Reconciler sets clocks.
type Reconciler struct {
	towers map[string]string // name to address
	log    *slog.Logger
}

// New returns a Reconciler for the towers with the given addresses.
func New(towers map[string]string, log *slog.Logger) *Reconciler {
	return &Reconciler{towers: towers, log: log}
}

// Reconcile compares the clock of one tower with the time and sets it if it is off.
func (r *Reconciler) Reconcile(ctx context.Context, req Request) (Result, error) {
	addr, ok := r.towers[req.Tower]
	if !ok {
		r.log.WarnContext(ctx, "no such tower", "tower", req.Tower)
		return Result{}, nil
	}
	off, err := r.offset(ctx, addr)
	if err != nil {
		return Result{}, fmt.Errorf("clock of %s: %w", req.Tower, err)
	}
	if off.Abs() > drift {
		r.log.InfoContext(ctx, "clock is off", "tower", req.Tower, "by", off)
		if _, err := r.command(ctx, addr, "SET "+time.Now().UTC().Format(time.RFC3339)); err != nil {
			return Result{}, fmt.Errorf("set clock of %s: %w", req.Tower, err)
		}
		return Result{RequeueAfter: time.Minute}, nil
	}
	return Result{RequeueAfter: time.Hour}, nil
}

func (r *Reconciler) offset(ctx context.Context, addr string) (time.Duration, error) {
	line, err := r.command(ctx, addr, "TIME")
	if err != nil {
		return 0, err
	}
	shown, err := time.Parse(time.RFC3339, line)
	if err != nil {
		return 0, fmt.Errorf("unexpected answer: %w", err)
	}
	return time.Until(shown), nil
}

// command sends one line to a tower and returns the line it answers with.
func (r *Reconciler) command(ctx context.Context, addr, cmd string) (string, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(talkTimeout)); err != nil {
		return "", fmt.Errorf("set deadline: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
	defer stop()
	if _, err := fmt.Fprintf(conn, "%s\r\n", cmd); err != nil {
		return "", fmt.Errorf("send: %w", err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	return strings.TrimSpace(line), nil
}
