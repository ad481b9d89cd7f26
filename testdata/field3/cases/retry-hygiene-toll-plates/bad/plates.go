// Package bad asks a register who owns a number plate.
// The retry policy stands outside the breaker and takes its refusal for one more failure: while
// the breaker is open, every question is asked four times and waits seconds for nothing.
package bad

import (
	"context"
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

// Owner of a car.
type Owner struct{ Name, Town string }

// Register knows owners.
type Register interface {
	Owner(ctx context.Context, plate string) (*Owner, error)
}

// ErrUnknown is the register's answer about a plate that does not exist.
var ErrUnknown = errors.New("unknown plate")

// Desk asks the register.
type Desk struct {
	register Register
	exec     failsafe.Executor[*Owner]
}

// NewDesk returns a desk.
func NewDesk(r Register) *Desk {
	breaker := circuitbreaker.NewBuilder[*Owner]().
		HandleIf(func(_ *Owner, err error) bool { return err != nil && !errors.Is(err, ErrUnknown) }).
		WithFailureThreshold(5).
		WithDelay(30 * time.Second).
		Build()
	again := retrypolicy.NewBuilder[*Owner]().
		AbortOnErrors(ErrUnknown, context.Canceled). // EXPECT retry-hygiene
		WithBackoff(200*time.Millisecond, 3*time.Second).
		WithJitterFactor(0.25).
		WithMaxRetries(3). // OR retry-hygiene
		Build()
	return &Desk{register: r, exec: failsafe.With[*Owner](again, breaker)} // OR retry-hygiene
}

// Owner returns a plate's owner.
func (d *Desk) Owner(ctx context.Context, plate string) (*Owner, error) {
	return d.exec.WithContext(ctx).Get(func() (*Owner, error) { // OR retry-hygiene
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return d.register.Owner(ctx, plate)
	})
}
