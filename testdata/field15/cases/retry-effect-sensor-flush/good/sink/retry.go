package sink

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	flushTries  = 4
	flushBudget = 75 * time.Second
)

// Retrying is a Store whose Flush is repeated while the database is away.
type Retrying struct {
	*Store
	log *slog.Logger
}

// Retry wraps s.
func Retry(s *Store, log *slog.Logger) *Retrying { return &Retrying{Store: s, log: log} }

// Flush delivers the rows.
func (r *Retrying) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushBudget)
	defer cancel()
	for try := 1; ; try++ {
		err := r.Store.Flush(ctx)
		if err == nil {
			return nil
		}
		if try == flushTries || !errors.Is(err, ErrAway) {
			return err
		}
		r.log.WarnContext(ctx, "flush failed", "try", try, "err", err)
		d := 250 * time.Millisecond << try
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}
