// Package ok copies star maps. The reader can try again by itself; here it is told to make one try,
// because the copy as a whole, reading and checking, is repeated.
package ok

import (
	"context"
	"faultfield2/cases/ok-retry-timeout-one-layer/reader"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Copier copies maps.
type Copier struct {
	reader *reader.Reader
	check  func([]byte) error
}

// New returns a copier.
func New(url string, check func([]byte) error) *Copier {
	return &Copier{reader: reader.New(url, reader.Tries(1)), check: check}
}

// Map returns a map that passes the check.
func (c *Copier) Map(ctx context.Context, name string) ([]byte, error) {
	return backoff.Retry(ctx, func() ([]byte, error) {
		b, err := c.reader.Read(ctx, name)
		if err != nil {
			return nil, err
		}
		return b, c.check(b)
	}, backoff.WithMaxTries(5), backoff.WithMaxElapsedTime(time.Minute))
}
