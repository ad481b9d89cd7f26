// Package ok has uploads checked by a virus scanner.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"
)

const (
	perScan = 3 * time.Second
	useful  = 400 * time.Millisecond
)

// ErrNoVerdict means that the scanner did not answer in time.
var ErrNoVerdict = errors.New("no verdict")

// Engine looks at one file; looking twice does no harm.
type Engine interface {
	Scan(ctx context.Context, path string) (clean bool, err error)
}

// Scanner asks an engine within a budget.
type Scanner struct {
	engine Engine
	budget time.Duration
	tries  int
}

// Clean reports whether a file is free of viruses.
func (s *Scanner) Clean(ctx context.Context, path string) (bool, error) {
	end := time.Now().Add(s.budget)
	if d, ok := ctx.Deadline(); ok && d.Before(end) {
		end = d
	}
	last := ErrNoVerdict
	for n := 1; n <= s.tries; n++ {
		left := time.Until(end)
		if left < useful {
			break
		}
		clean, err := s.scan(ctx, path, min(perScan, left))
		if err == nil {
			return clean, nil
		}
		last = errors.Join(ErrNoVerdict, err)
		if ctx.Err() != nil || !again(err) || n == s.tries {
			break
		}
		d := 100*time.Millisecond + rand.N(100*time.Millisecond)
		if time.Until(end) < d+useful {
			break
		}
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return false, errors.Join(last, ctx.Err())
		}
	}
	return false, fmt.Errorf("scan %s: %w", path, last)
}

func (s *Scanner) scan(ctx context.Context, path string, limit time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.engine.Scan(ctx, path)
}

func again(err error) bool {
	var ne net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &ne)
}
