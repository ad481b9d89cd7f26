// Package good answers whether a lorry holds a permit for a road.
// Register.Find makes up to three requests of up to settings.Timeout each; the check gives them
// the time that the register itself says it needs at worst.
package good

import (
	"context"
	"errors"
	"fmt"

	"faultfield/cases/retry-timeout-permit-lookup/good/register"
)

// ErrNoPermit is the answer for lorries that may not use the road.
var ErrNoPermit = errors.New("no permit")

// Checks is the gate's side of the permit register.
type Checks struct {
	reg *register.Register
}

// New returns Checks against the register that settings describe.
func New(settings register.Settings) *Checks {
	return &Checks{reg: register.New(settings)}
}

// Allow returns nil if the lorry may pass.
func (c *Checks) Allow(ctx context.Context, plate, road string) error {
	ctx, cancel := context.WithTimeout(ctx, c.reg.Worst())
	defer cancel()
	p, err := c.reg.Find(ctx, plate)
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
