// Package bad reads the ringing plan of a parish from the store of its own diocese, and from a copy if that is down.
// rueidis repeats a read-only command after a network error until the context ends: with the first store away,
// the four seconds are used up in there, and nothing is left for the copy.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/redis/rueidis"
)

const planLimit = 4 * time.Second

// Plans reads ringing plans.
type Plans struct {
	stores []rueidis.Client // the own one first
	log    *slog.Logger
}

// Open returns a Plans of the stores at addrs.
func Open(log *slog.Logger, addrs ...string) (*Plans, error) {
	p := &Plans{log: log}
	for _, addr := range addrs {
		c, err := rueidis.NewClient(rueidis.ClientOption{ // OR retry-timeout
			InitAddress:       []string{addr},
			Dialer:            net.Dialer{Timeout: 800 * time.Millisecond},
			ConnWriteTimeout:  900 * time.Millisecond,
			DisableCache:      true,
			ForceSingleClient: true,
		})
		if err != nil {
			p.Close()
			return nil, fmt.Errorf("store %s: %w", addr, err)
		}
		p.stores = append(p.stores, c)
	}
	return p, nil
}

// Close closes the clients.
func (p *Plans) Close() {
	for _, c := range p.stores {
		c.Close()
	}
}

// Plan returns the plan of a parish, from the first store that gives it.
func (p *Plans) Plan(ctx context.Context, parish string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, planLimit) // OR retry-timeout
	defer cancel()

	var errs []error
	for i, c := range p.stores { // OR retry-timeout
		plan, err := c.Do(ctx, c.B().Hgetall().Key("bells:"+parish).Build()).AsStrMap() // EXPECT retry-timeout
		if err == nil {
			return plan, nil
		}
		errs = append(errs, fmt.Errorf("store %d: %w", i, err))
		if ctx.Err() != nil {
			break
		}
		p.log.Warn("store did not answer", "store", i, "parish", parish, "err", err)
	}
	return nil, fmt.Errorf("plan of %s: %w", parish, errors.Join(errs...))
}
