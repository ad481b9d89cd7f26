// Package ok dispatches silk from a command line. Placing an order is kept from an interrupt on
// purpose, for a few seconds: an order whose number got lost could not be called off any more.
// Everything after it obeys the interrupt, and calls the order off by its number.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	placeLimit   = 10 * time.Second
	callOffLimit = 5 * time.Second
)

// Mill takes orders.
type Mill interface {
	Place(ctx context.Context, metres int) (number string, err error)
	CallOff(ctx context.Context, number string) error
	State(ctx context.Context, number string) (string, error)
}

// Dispatch places an order and waits for it.
type Dispatch struct {
	mill  Mill
	every time.Duration
}

// Run returns the number of a dispatched order. An interrupted order is called off.
func (d *Dispatch) Run(ctx context.Context, metres int) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	number, err := d.place(context.WithoutCancel(ctx), metres)
	if err != nil {
		return "", fmt.Errorf("place order: %w", err)
	}
	if err := d.await(ctx, number); err != nil {
		if ctx.Err() != nil {
			err = errors.Join(err, d.callOff(ctx, number))
		}
		return number, fmt.Errorf("order %s: %w", number, err)
	}
	return number, nil
}

func (d *Dispatch) place(ctx context.Context, metres int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, placeLimit)
	defer cancel()
	return d.mill.Place(ctx, metres)
}

func (d *Dispatch) callOff(ctx context.Context, number string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callOffLimit)
	defer cancel()
	return d.mill.CallOff(ctx, number)
}

func (d *Dispatch) await(ctx context.Context, number string) error {
	tick := time.NewTicker(d.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		state, err := d.mill.State(ctx, number)
		if err != nil {
			return err
		}
		if state == "gone" {
			return nil
		}
	}
}
