// Package good is the wait command of a ski lodge's door controller. It asks the controller
// over its socket until that is ready; every poll closes what it opened.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

const (
	pollEvery = 200 * time.Millisecond
	pollLimit = 2 * time.Second
)

// Controller is where the controller listens.
type Controller struct {
	socket string
	dialer net.Dialer
}

// NewController returns the controller behind a socket.
func NewController(socket string) *Controller {
	return &Controller{socket: socket, dialer: net.Dialer{Timeout: pollLimit}}
}

// Wait returns when the controller is ready, or with an error when patience or ctx ends.
func (c *Controller) Wait(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()

	last := errors.New("not asked yet")
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("doors not ready: %w", errors.Join(ctx.Err(), last))
		case <-tick.C:
		}
		state, err := c.poll(ctx)
		if err != nil {
			last = err
			continue
		}
		if state == 'R' {
			return nil
		}
		last = fmt.Errorf("state %q", state)
	}
}

func (c *Controller) poll(ctx context.Context) (byte, error) {
	conn, err := c.dialer.DialContext(ctx, "unix", c.socket)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	return ask(conn)
}

func ask(conn net.Conn) (byte, error) {
	if err := conn.SetDeadline(time.Now().Add(pollLimit)); err != nil {
		return 0, err
	}
	if _, err := conn.Write([]byte{'?'}); err != nil {
		return 0, fmt.Errorf("ask: %w", err)
	}
	var state [1]byte
	if _, err := io.ReadFull(conn, state[:]); err != nil {
		return 0, fmt.Errorf("read state: %w", err)
	}
	return state[0], nil
}
