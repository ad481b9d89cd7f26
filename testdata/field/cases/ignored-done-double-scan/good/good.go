// Package good reads a barcode with two scanners at once and takes the first answer. The channel has
// room for the answers of both.
package good

import (
	"context"
	"errors"
	"fmt"
)

// Code is a barcode.
type Code struct {
	Digits string
	By     string
}

// Scanner reads a code from a picture; it cannot be interrupted.
type Scanner interface {
	Name() string
	Scan(picture []byte) (string, error)
}

// Till has two scanners.
type Till struct {
	laser, camera Scanner
}

// NewTill returns a till.
func NewTill(laser, camera Scanner) *Till { return &Till{laser: laser, camera: camera} }

type reading struct {
	code Code
	err  error
}

// Read returns the code on a picture.
func (t *Till) Read(ctx context.Context, picture []byte) (Code, error) {
	readings := make(chan reading, 2)
	scan := func(s Scanner) {
		digits, err := s.Scan(picture)
		if err == nil && !valid(digits) {
			err = fmt.Errorf("%s: %q is no code", s.Name(), digits)
		}
		readings <- reading{Code{Digits: digits, By: s.Name()}, err}
	}
	go scan(t.laser)
	go scan(t.camera)

	var errs error
	for range 2 {
		select {
		case r := <-readings:
			if r.err == nil {
				return r.code, nil
			}
			errs = errors.Join(errs, r.err)
		case <-ctx.Done():
			return Code{}, ctx.Err()
		}
	}
	return Code{}, errs
}

func valid(digits string) bool {
	if len(digits) != 13 {
		return false
	}
	sum := 0
	for i, d := range digits {
		if d < '0' || d > '9' {
			return false
		}
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return sum%10 == 0
}
