package a

import (
	"context"
	"errors"
	"net"
	"time"
)

func state(c net.Conn) (byte, error) {
	var b [1]byte
	_, err := c.Read(b[:])
	return b[0], err
}

// Each tick adds a deferred close.
func awaitReady(ctx context.Context, d *net.Dialer) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := errors.New("not asked")
	for {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), last)
		case <-tick.C:
		}
		c, err := d.DialContext(ctx, "unix", "/run/doors")
		if err != nil {
			last = err
			continue
		}
		defer c.Close() // want `defer in the loop of a retry runs when the function returns`
		s, err := state(c)
		if err != nil {
			last = err
			continue
		}
		if s == 'R' {
			return nil
		}
	}
}

// The first connection is the last.
func awaitFirst(ctx context.Context, d *net.Dialer) (byte, error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-tick.C:
		}
		c, err := d.DialContext(ctx, "unix", "/run/doors")
		if err != nil {
			continue
		}
		defer c.Close()
		return state(c)
	}
}
