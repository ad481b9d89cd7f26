// Package good reads the poles on a glacier by radio.
// The jitter's error has a variable of its own.
package good

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"time"
)

// Pole is read by radio.
type Pole interface {
	Height(ctx context.Context) (float64, error)
}

// Survey reads poles.
type Survey struct {
	attempts int
	base     time.Duration
	limit    time.Duration
}

// NewSurvey returns a patient survey.
func NewSurvey() *Survey {
	return &Survey{attempts: 5, base: 2 * time.Second, limit: 4 * time.Second}
}

// Height returns the height of a pole above the ice.
func (s *Survey) Height(ctx context.Context, p Pole) (float64, error) {
	var h float64
	var err error
	for n := 1; n <= s.attempts; n++ {
		if h, err = s.read(ctx, p); err == nil {
			return h, nil
		}
		if n == s.attempts {
			break
		}
		extra, jerr := jitter(s.base)
		if jerr != nil {
			return 0, errors.Join(jerr, err)
		}
		t := time.NewTimer(time.Duration(n)*s.base + extra)
		select {
		case <-ctx.Done():
			t.Stop()
			return 0, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
	return h, err
}

func (s *Survey) read(ctx context.Context, p Pole) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	return p.Height(ctx)
}

func jitter(d time.Duration) (time.Duration, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(d)))
	if err != nil {
		return 0, err
	}
	return time.Duration(n.Int64()), nil
}
