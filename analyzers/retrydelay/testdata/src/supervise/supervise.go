// Package supervise starts again what ends.
package supervise

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type feed struct{ addr string }

func (f *feed) session(ctx context.Context) error {
	c, err := net.Dial("tcp", f.addr)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Read(make([]byte, 100))
	return err
}

// Restarted for as long as the policy lets it: that counts from its making.
func (f *feed) supervised(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 10 * time.Minute
	bo.Reset()
	for {
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next := bo.NextBackOff() // want `bo grows with each turn and nothing resets it: after a while the first failure costs the longest delay, or is the last`
		if next == backoff.Stop {
			return fmt.Errorf("keeps ending: %w", err)
		}
		select {
		case <-time.After(next):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Set back after a long run; and one that ends with a success.
func (f *feed) supervisedWell(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	for {
		began := time.Now()
		err := f.session(ctx)
		if time.Since(began) > time.Minute {
			bo.Reset()
		}
		next := bo.NextBackOff()
		if next == backoff.Stop {
			return fmt.Errorf("keeps ending: %w", err)
		}
		time.Sleep(next)
	}
}

func (f *feed) once(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	for {
		err := f.session(ctx)
		if err == nil {
			return nil
		}
		next := bo.NextBackOff()
		if next == backoff.Stop {
			return fmt.Errorf("keeps failing: %w", err)
		}
		time.Sleep(next)
	}
}
