// Package good follows the windsocks of an airfield over TCP and connects again whenever the line
// breaks. Each connection is closed before the next one is made.
package good

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = time.Second
	mostPause  = time.Minute
	steady     = 2 * time.Minute // a line that held so long was a good one
	silence    = 30 * time.Second
)

// Feed reads one airfield.
type Feed struct {
	addr   string
	dialer net.Dialer
	take   func(line string)
	log    *slog.Logger
}

// NewFeed returns a feed that hands each line to take.
func NewFeed(addr string, take func(line string), log *slog.Logger) *Feed {
	return &Feed{addr: addr, dialer: net.Dialer{Timeout: 10 * time.Second}, take: take, log: log}
}

// Follow reads until ctx ends.
func (f *Feed) Follow(ctx context.Context) error {
	pause := firstPause
	for {
		began := time.Now()
		err := f.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		f.log.Warn("windsock line lost", "addr", f.addr, "pause", pause, "err", err)
		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		pause = min(2*pause, mostPause)
	}
}

// once connects and reads until the line breaks.
func (f *Feed) once(ctx context.Context) error {
	conn, err := f.dialer.DialContext(ctx, "tcp", f.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	return f.read(conn)
}

// read ends when the line breaks or says nothing for too long.
func (f *Feed) read(conn net.Conn) error {
	lines := bufio.NewScanner(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return fmt.Errorf("set deadline: %w", err)
		}
		if !lines.Scan() {
			return fmt.Errorf("line ended: %w", lines.Err())
		}
		f.take(lines.Text())
	}
}
