// Package bad orders the keeper of a canal lock to let a boat through.
// "Try again" is a wrapper that the driver looks for. On its way up the error is printed with
// %v, the wrapper is gone, and the first busy answer is the last.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/sethvargo/go-retry"
)

// Gate is one of a lock's two.
type Gate struct {
	Lock string
	Side string
}

// Status is the keeper's answer.
type Status int

// What the keeper may say.
const (
	Done Status = iota
	Busy
	Refused
)

// Keeper moves gates; a gate that is open already stays so.
type Keeper interface {
	Open(ctx context.Context, g Gate) (Status, error)
}

// Passage brings boats through.
type Passage struct {
	keeper Keeper
	log    *slog.Logger
}

// Through opens the near and the far gate.
func (p *Passage) Through(ctx context.Context, lock string) error {
	for _, side := range []string{"near", "far"} {
		if err := p.open(ctx, Gate{lock, side}); err != nil {
			return err
		}
	}
	return nil
}

func (p *Passage) open(ctx context.Context, g Gate) error {
	b := retry.NewFibonacci(time.Second)
	b = retry.WithCappedDuration(20*time.Second, b)
	b = retry.WithJitterPercent(20, b)
	b = retry.WithMaxRetries(8, b)
	return retry.Do(ctx, b, func(ctx context.Context) error { // OR retry-hygiene
		if err := p.ask(ctx, g); err != nil {
			p.log.Warn("gate not open", "lock", g.Lock, "side", g.Side, "err", err)
			return fmt.Errorf("%s gate of %s: %v", g.Side, g.Lock, err) // EXPECT retry-hygiene
		}
		return nil
	})
}

func (p *Passage) ask(ctx context.Context, g Gate) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	st, err := p.keeper.Open(ctx, g)
	switch {
	case err != nil:
		return retry.RetryableError(err) // OR retry-hygiene
	case st == Busy:
		return retry.RetryableError(errors.New("busy")) // OR retry-hygiene
	case st == Refused:
		return errors.New("refused")
	}
	return nil
}
