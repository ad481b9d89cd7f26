// Package ok watches the water between the reeds through a buoy for as long as a station runs.
// There is no limit to the tries and none to their time, on purpose: this is the life of the
// station. The pauses grow to a cap, are spread, and start anew after every reading.
package ok

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const silence = 2 * time.Minute

// Station reads one buoy.
type Station struct {
	buoy   string
	dialer net.Dialer
	level  func(metres float64)
	log    *slog.Logger
}

// NewStation returns a station for the buoy at addr.
func NewStation(addr string, level func(metres float64), log *slog.Logger) *Station {
	return &Station{buoy: addr, dialer: net.Dialer{Timeout: 10 * time.Second}, level: level, log: log}
}

// Run reads until ctx ends, which is all that it returns.
func (s *Station) Run(ctx context.Context) error {
	pauses := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(time.Minute),
		backoff.WithMaxElapsedTime(0),
	)
	read := func() error {
		err := s.session(ctx, pauses.Reset)
		if ctx.Err() != nil {
			return backoff.Permanent(ctx.Err())
		}
		return err
	}
	return backoff.RetryNotify(read, backoff.WithContext(pauses, ctx), func(err error, next time.Duration) {
		s.log.WarnContext(ctx, "buoy lost", "buoy", s.buoy, "next", next, "err", err)
	})
}

// session never returns nil: a buoy that ends its readings is lost like any other.
func (s *Station) session(ctx context.Context, alive func()) error {
	conn, err := s.dialer.DialContext(ctx, "tcp", s.buoy)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	lines := bufio.NewReader(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		line, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		metres, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
		if err != nil {
			return fmt.Errorf("reading %q: %w", line, err)
		}
		alive()
		s.level(metres)
	}
}
