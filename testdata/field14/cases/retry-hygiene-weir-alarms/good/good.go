// Package good follows the alarms of a weir for as long as a control room is open. The pauses
// have no end, and they start small again after a session that held.
package good

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	longestPause = time.Minute
	silence      = 90 * time.Second // the weir says something at least every minute
)

// Follower hands the alarms of one weir on.
type Follower struct {
	addr   string
	dialer *net.Dialer
	alarm  func(line string)
	log    *slog.Logger
}

// NewFollower returns a follower of the weir at addr.
func NewFollower(addr string, alarm func(line string), log *slog.Logger) *Follower {
	return &Follower{addr: addr, dialer: &net.Dialer{Timeout: 10 * time.Second}, alarm: alarm, log: log}
}

// Run follows until ctx ends.
func (f *Follower) Run(ctx context.Context) error {
	pauses := backoff.NewExponentialBackOff(
		backoff.WithMaxInterval(longestPause),
		backoff.WithMaxElapsedTime(0),
	)
	for {
		began := time.Now()
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > longestPause {
			pauses.Reset()
		}
		wait := pauses.NextBackOff()
		f.log.WarnContext(ctx, "weir lost", "addr", f.addr, "next", wait, "err", err)
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

func (f *Follower) session(ctx context.Context) error {
	conn, err := f.dialer.DialContext(ctx, "tcp", f.addr)
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
		f.alarm(line)
	}
}
