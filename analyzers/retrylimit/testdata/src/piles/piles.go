// Package piles collects the errors of attempts.
package piles

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"time"
)

type device struct{ addr string }

func (d *device) enrol() error { _, err := net.Dial("tcp", d.addr); return err }

// It grows for as long as the other side is away.
func (d *device) joined(ctx context.Context) error {
	var failed error
	wait := time.Second
	for {
		err := d.enrol()
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, fmt.Errorf("not enrolled: %w", err)) // want `each attempt adds its error to failed, nothing takes one away`
		log.Print(failed)
		select {
		case <-ctx.Done():
			return failed
		case <-time.After(wait):
		}
		wait = min(2*wait, 10*time.Minute)
	}
}

// The same in a list.
func (d *device) listed(ctx context.Context) error {
	var errs []error
	for ctx.Err() == nil {
		err := d.enrol()
		if err == nil {
			return nil
		}
		errs = append(errs, err) // want `each attempt adds its error to errs`
		time.Sleep(2 * time.Minute)
	}
	return errors.Join(errs...)
}

// A connection that is made again and again.
func (d *device) stays(ctx context.Context) error {
	var all error
	t := time.NewTimer(0)
	for {
		if err := d.enrol(); err != nil {
			all = errors.Join(all, err) // want `each attempt adds its error to all`
		}
		t.Reset(5 * time.Second)
		select {
		case <-ctx.Done():
			return all
		case <-t.C:
		}
	}
}

// Only the last one is kept.
func (d *device) last(ctx context.Context) error {
	var failed error
	for {
		err := d.enrol()
		if err == nil {
			return nil
		}
		failed = fmt.Errorf("not enrolled: %w", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), failed)
		case <-time.After(2 * time.Minute):
		}
	}
}

// The attempts are counted.
func (d *device) counted() error {
	var errs []error
	for range 10 {
		err := d.enrol()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(2 * time.Minute)
	}
	return errors.Join(errs...)
}

// A time limits them.
func (d *device) limited(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	var errs []error
	for {
		err := d.enrolCtx(ctx)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		select {
		case <-ctx.Done():
			return errors.Join(errs...)
		case <-time.After(time.Minute):
		}
	}
}

func (d *device) enrolCtx(ctx context.Context) error {
	var n net.Dialer
	_, err := n.DialContext(ctx, "tcp", d.addr)
	return err
}

// The list is cut.
func (d *device) cut() error {
	var errs []error
	for {
		err := d.enrol()
		if err == nil {
			return errors.Join(errs...)
		}
		if len(errs) == 5 {
			errs = errs[1:]
		}
		errs = append(errs, err)
		time.Sleep(2 * time.Minute)
	}
}

// It is told and emptied.
func (d *device) told() {
	var errs []error
	for {
		if err := d.enrol(); err != nil {
			errs = append(errs, err)
		} else {
			log.Print(errs)
			errs = nil
		}
		time.Sleep(time.Minute)
	}
}

// A short one, in the path of a caller that gives it a context.
func (d *device) short(ctx context.Context) error {
	var errs []error
	for {
		err := d.enrol()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		select {
		case <-ctx.Done():
			return errors.Join(errs...)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

type history struct {
	d     device
	all   []error
	some  []error
	known []error
}

// In the object, for as long as it lives.
func (h *history) keeps() {
	for {
		if err := h.d.enrol(); err != nil {
			h.all = append(h.all, err) // want `each attempt adds its error to all`
		}
		time.Sleep(time.Minute)
	}
}

// Right: the last ones only.
func (h *history) keepsSome() {
	for {
		if err := h.d.enrol(); err != nil {
			h.some = append(h.some, err)
			if len(h.some) > 10 {
				h.some = h.some[1:]
			}
		}
		time.Sleep(time.Minute)
	}
}

// Right: another function takes them away.
func (h *history) keepsForOthers() {
	for {
		if err := h.d.enrol(); err != nil {
			h.known = append(h.known, err)
		}
		time.Sleep(time.Minute)
	}
}

func (h *history) take() []error {
	out := h.known
	h.known = nil
	return out
}
