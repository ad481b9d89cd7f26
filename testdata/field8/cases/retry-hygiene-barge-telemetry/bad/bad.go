// Package bad sends the position of a barge to the harbour over a line of its own protocol.
// The pause is set back when the connection is open, but the harbour refuses only after that, at the login: a
// barge that is not admitted comes back every second for ever, and so do all the others.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

const (
	firstPause = time.Second
	mostPause  = 3 * time.Minute
	ioLimit    = 10 * time.Second
)

// errNoMore means that the barge has stopped giving positions.
var errNoMore = errors.New("no more positions")

// Line is the barge's line to the harbour.
type Line struct {
	addr, barge string
	dialer      net.Dialer
	positions   <-chan string
	pause       time.Duration // before the next connection
	log         *slog.Logger
}

// New returns a Line that sends what comes from positions.
func New(addr, barge string, positions <-chan string, log *slog.Logger) *Line {
	return &Line{
		addr: addr, barge: barge, positions: positions, log: log,
		dialer: net.Dialer{Timeout: ioLimit}, pause: firstPause,
	}
}

// Run sends until ctx ends or there are no more positions.
func (l *Line) Run(ctx context.Context) error {
	for { // OR retry-hygiene
		err := l.session(ctx) // OR retry-hygiene
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errNoMore) {
			return nil
		}
		l.log.Warn("harbour lost", "addr", l.addr, "pause", l.pause, "err", err)
		t := time.NewTimer(l.pause/2 + rand.N(l.pause)) // OR retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		l.pause = min(2*l.pause, mostPause)
	}
}

func (l *Line) session(ctx context.Context) error {
	conn, err := l.dialer.DialContext(ctx, "tcp", l.addr)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	l.pause = firstPause                  // EXPECT retry-hygiene
	if err := l.login(conn); err != nil { // OR retry-hygiene
		return fmt.Errorf("login: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case pos, ok := <-l.positions:
			if !ok {
				return errNoMore
			}
			if err := say(conn, "POS "+pos); err != nil {
				return fmt.Errorf("send: %w", err)
			}
		}
	}
}

// login introduces the barge and waits for the harbour's answer.
func (l *Line) login(conn net.Conn) error {
	if err := say(conn, "BARGE "+l.barge); err != nil {
		return err
	}
	if err := conn.SetReadDeadline(time.Now().Add(ioLimit)); err != nil {
		return err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return err
	}
	if !strings.HasPrefix(answer, "WELCOME") {
		return errors.New("harbour said " + strings.TrimSpace(answer))
	}
	return nil
}

func say(conn net.Conn, line string) error {
	if err := conn.SetWriteDeadline(time.Now().Add(ioLimit)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(conn, line)
	return err
}
