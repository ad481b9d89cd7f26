// Package good links a drawbridge to its control centre. It gives up after eight failures in a
// row, with longer and longer pauses; a refusal by the centre counts as a failure.
package good

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

const (
	patience  = 8
	firstWait = 500 * time.Millisecond
	mostWait  = time.Minute
	quiet     = 45 * time.Second // the centre says something more often than that
)

var errRefused = errors.New("refused by the centre")

// Link is the bridge's side of the line.
type Link struct {
	centre string
	bridge string
	obey   func(order string)
	log    *slog.Logger
}

// Run stays linked until ctx ends or the centre cannot be joined.
func (l *Link) Run(ctx context.Context) error {
	wait, failures := firstWait, 0
	for {
		err := l.join(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			wait, failures = firstWait, 0
		} else if failures++; failures == patience {
			return fmt.Errorf("no link after %d tries: %w", failures, err)
		}
		l.log.Info("link down", "failures", failures, "next", wait, "err", err)
		timer := time.NewTimer(wait/2 + rand.N(wait/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		wait = min(2*wait, mostWait)
	}
}

// join presents the bridge and follows orders. It returns nil when a link that was up has
// come to its end.
func (l *Link) join(ctx context.Context) error {
	dialer := net.Dialer{Timeout: 10 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", l.centre)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReader(conn)
	if _, err := fmt.Fprintf(conn, "BRIDGE %s\n", l.bridge); err != nil {
		return fmt.Errorf("present: %w", err)
	}
	welcome, err := l.line(conn, in)
	if err != nil {
		return fmt.Errorf("present: %w", err)
	}
	if welcome != "WELCOME" {
		l.log.Error("bridge refused", "answer", welcome)
		return fmt.Errorf("%w: %s", errRefused, welcome)
	}
	for orders := 0; ; orders++ {
		order, err := l.line(conn, in)
		if errors.Is(err, io.EOF) && orders > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("follow orders: %w", err)
		}
		l.obey(order)
	}
}

func (l *Link) line(conn net.Conn, in *bufio.Reader) (string, error) {
	if err := conn.SetReadDeadline(time.Now().Add(quiet)); err != nil {
		return "", err
	}
	s, err := in.ReadString('\n')
	return strings.TrimSpace(s), err
}
