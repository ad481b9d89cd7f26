// Package bad answers whether a lorry holds a permit for a road.
// Register.Find makes up to three requests of up to settings.Timeout each; the check gives all of
// them together the very same settings.Timeout, so that no second request can ever finish.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"faultfield/cases/retry-timeout-permit-lookup/bad/register"
)

// ErrNoPermit is the answer for lorries that may not use the road.
var ErrNoPermit = errors.New("no permit")

// Checks is the gate's side of the permit register.
type Checks struct {
	settings register.Settings
	reg      *register.Register
}

// New returns Checks against the register that settings describe.
func New(settings register.Settings) *Checks {
	return &Checks{settings: settings, reg: register.New(settings)}
}

// Allow returns nil if the lorry may pass.
func (c *Checks) Allow(ctx context.Context, plate, road string) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout()) // OR retry-timeout
	defer cancel()
	p, err := c.reg.Find(ctx, plate) // EXPECT retry-timeout
	if err != nil {
		return fmt.Errorf("permit of %s: %w", plate, err)
	}
	for _, r := range p.Roads {
		if r == road {
			return nil
		}
	}
	return ErrNoPermit
}

func (c *Checks) timeout() time.Duration {
	return c.settings.Timeout
}
