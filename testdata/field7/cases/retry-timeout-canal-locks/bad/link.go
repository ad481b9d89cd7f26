// Package bad talks to the controller of a canal lock over a plain TCP connection.
// DialTimeout is meant for one attempt, but its context is made before the loop: when the first
// attempt hangs behind a dead gateway it uses the limit up, and the other four fail at once.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

// Options says how a controller is reached.
type Options struct {
	Addr            string
	DialTimeout     time.Duration // of one attempt to connect
	DialTries       int
	DialPause       time.Duration
	ExchangeTimeout time.Duration // of one question and its answer
}

// Defaults are used for the locks of the main canal.
func Defaults(addr string) Options {
	return Options{
		Addr:            addr,
		DialTimeout:     3 * time.Second,
		DialTries:       5,
		DialPause:       200 * time.Millisecond,
		ExchangeTimeout: 4 * time.Second,
	}
}

// Level asks the controller for the water level in the chamber, for instance "3.15m".
func Level(ctx context.Context, opt Options) (string, error) {
	conn, err := connect(ctx, opt)
	if err != nil {
		return "", err
	}
	defer conn.Close()

	ctx, cancel := context.WithTimeout(ctx, opt.ExchangeTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()

	if _, err := fmt.Fprintf(conn, "LEVEL?\r\n"); err != nil {
		return "", fmt.Errorf("ask %s: %w", opt.Addr, err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("answer of %s: %w", opt.Addr, err)
	}
	return strings.TrimSpace(line), nil
}

func connect(ctx context.Context, opt Options) (net.Conn, error) {
	dialCtx, cancel := context.WithTimeout(ctx, opt.DialTimeout) // OR retry-timeout
	defer cancel()

	var last error
	for try := range opt.DialTries { // OR retry-timeout
		if try > 0 {
			if err := pause(ctx, opt.DialPause); err != nil {
				return nil, errors.Join(err, last)
			}
		}
		conn, err := dial(dialCtx, opt.Addr) // EXPECT retry-timeout
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, fmt.Errorf("lock controller not reached in %d tries: %w", opt.DialTries, last)
}

func dial(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", addr)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
