// Package good keeps a humidity logger of a reed workshop connected to its collector.
// A connection that has held for a while sets the pause back to its first value.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = 2 * time.Second
	mostPause  = 5 * time.Minute
	steady     = time.Minute // a connection that has held so long counts as good
)

// Feed writes readings to one connection until it breaks.
type Feed interface {
	Run(ctx context.Context, conn net.Conn) error
}

// Logger is the uplink of one workshop.
type Logger struct {
	collector string
	feed      Feed
	dialer    net.Dialer
	pause     time.Duration
	log       *slog.Logger
}

// NewLogger returns a Logger that reports to collector.
func NewLogger(collector string, feed Feed, log *slog.Logger) *Logger {
	return &Logger{
		collector: collector,
		feed:      feed,
		dialer:    net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second},
		pause:     firstPause,
		log:       log,
	}
}

// Run keeps the logger connected until ctx ends.
func (l *Logger) Run(ctx context.Context) error {
	for {
		began := time.Now()
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) >= steady {
			l.pause = firstPause
		}
		l.log.Warn("collector lost", "collector", l.collector, "next", l.pause, "err", err)
		if err := l.rest(ctx); err != nil {
			return err
		}
	}
}

func (l *Logger) session(ctx context.Context) error {
	conn, err := l.dialer.DialContext(ctx, "tcp", l.collector)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	l.log.Info("connected", "collector", l.collector)
	return l.feed.Run(ctx, conn)
}

// rest waits for the current pause and lengthens the next one.
func (l *Logger) rest(ctx context.Context) error {
	t := time.NewTimer(l.pause/2 + rand.N(l.pause/2))
	defer t.Stop()
	l.pause = min(2*l.pause, mostPause)
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
