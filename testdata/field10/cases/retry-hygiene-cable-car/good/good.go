// Package good keeps the line between a cable car's cabin and its valley station.
// The pause before the next dial doubles while the station stays away, and a session that held
// for a while sets it back to two seconds.
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
	firstPause = 2 * time.Second
	mostPause  = 2 * time.Minute
	silence    = 20 * time.Second // the station sends something more often than that
)

// Line is the cabin's end.
type Line struct {
	station string
	onOrder func(order string)
	dialer  net.Dialer
	log     *slog.Logger
}

// NewLine returns a line to the station.
func NewLine(station string, onOrder func(string), log *slog.Logger) *Line {
	return &Line{station: station, onOrder: onOrder, dialer: net.Dialer{Timeout: 10 * time.Second}, log: log}
}

// Run keeps the line open until ctx ends.
func (l *Line) Run(ctx context.Context) error {
	pause := firstPause
	for {
		began := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > mostPause {
			pause = firstPause
		}
		d := pause/2 + rand.N(pause)
		l.log.Warn("line lost", "station", l.station, "held", time.Since(began), "next", d, "err", err)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		pause = min(2*pause, mostPause)
	}
}

// session serves one connection until it breaks.
func (l *Line) session(ctx context.Context) error {
	conn, err := l.dialer.DialContext(ctx, "tcp", l.station)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()

	in := bufio.NewReader(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return fmt.Errorf("set deadline: %w", err)
		}
		order, err := in.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read order: %w", err)
		}
		l.onOrder(order)
	}
}
