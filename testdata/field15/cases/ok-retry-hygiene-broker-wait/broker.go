// Package intake takes readings from a message broker. At the start it waits for the broker in
// a loop without a count: the start-up deadline is what ends it, and its last error is kept.
package intake

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const (
	startLimit = 90 * time.Second
	firstWait  = 250 * time.Millisecond
	mostWait   = 5 * time.Second
)

// Open connects to the broker. It gives up after startLimit, or at once if the broker answers
// and refuses the login.
func Open(ctx context.Context, url string, log *slog.Logger) (*amqp.Connection, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()

	wait := firstWait
	for {
		conn, err := dial(url)
		if err == nil {
			return conn, nil
		}
		if errors.Is(err, amqp.ErrCredentials) || errors.Is(err, amqp.ErrVhost) {
			return nil, fmt.Errorf("broker refused us: %w", err)
		}
		next := wait/2 + rand.N(wait)
		log.InfoContext(ctx, "broker not up yet", "next", next, "err", err)
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("no broker: %w", errors.Join(ctx.Err(), err))
		case <-timer.C:
		}
		wait = min(2*wait, mostWait)
	}
}

func dial(url string) (*amqp.Connection, error) {
	return amqp.DialConfig(url, amqp.Config{
		Heartbeat: 10 * time.Second,
		Dial: func(network, addr string) (net.Conn, error) {
			conn, err := net.DialTimeout(network, addr, 3*time.Second)
			if err != nil {
				return nil, err
			}
			// The handshake has to be through by then; the heartbeat takes over after it.
			return conn, conn.SetDeadline(time.Now().Add(5 * time.Second))
		},
	})
}
