// Package batch checks the barcodes of a delivery against the makers' registers.
package batch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const checkLimit = 30 * time.Second

// Register answers whether a barcode was given out.
type Register interface {
	Known(ctx context.Context, code string) (bool, error)
}

// Checker checks deliveries. All deliveries together use a limited number of lines.
type Checker struct {
	register Register
	lines    chan struct{}
}

// NewChecker returns a Checker with n lines to the register.
func NewChecker(r Register, n int) *Checker {
	return &Checker{register: r, lines: make(chan struct{}, n)}
}

// Unknown returns the codes of a delivery that no maker has given out.
func (c *Checker) Unknown(ctx context.Context, codes []string) ([]string, error) {
	var (
		mu      sync.Mutex
		unknown []string
		failed  []error
		wg      sync.WaitGroup
	)
	for _, code := range codes {
		select {
		case c.lines <- struct{}{}:
		case <-ctx.Done():
			wg.Wait()
			return nil, fmt.Errorf("check delivery: %w", ctx.Err())
		}
		wg.Go(func() {
			defer func() { <-c.lines }()
			ok, err := c.check(ctx, code)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				failed = append(failed, err)
			case !ok:
				unknown = append(unknown, code)
			}
		})
	}
	wg.Wait()
	if len(failed) > 0 {
		return nil, fmt.Errorf("%d of %d codes not checked: %w", len(failed), len(codes), errors.Join(failed...))
	}
	return unknown, nil
}

func (c *Checker) check(ctx context.Context, code string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	ok, err := c.register.Known(ctx, code)
	if err != nil {
		return false, fmt.Errorf("check %s: %w", code, err)
	}
	return ok, nil
}
