// Package ok reads the records of a zoo, with as much time per attempt as the configuration says.
// Zero means no limit per attempt and is kept away from WithTimeout, which would end the
// attempt before it began; the limit of all attempts holds in any case.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Limits are set by the operator.
type Limits struct {
	Total   time.Duration `json:"total"`
	Attempt time.Duration `json:"attempt"` // 0: none
	Tries   int           `json:"tries"`
}

// Check rejects limits that do not fit together.
func (l Limits) Check() error {
	if l.Total <= 0 || l.Tries < 1 || l.Attempt < 0 {
		return errors.New("total and tries must be positive, attempt not negative")
	}
	if time.Duration(l.Tries)*l.Attempt > l.Total {
		return fmt.Errorf("%d attempts of %s do not fit into %s", l.Tries, l.Attempt, l.Total)
	}
	return nil
}

// Record is the file of an animal.
type Record struct {
	Animal string `json:"animal"`
	Born   string `json:"born"`
}

// Zoo is a client of the records.
type Zoo struct {
	base   string
	hc     *http.Client
	limits Limits
	log    *slog.Logger
}

// NewZoo returns a client of the records at base.
func NewZoo(base string, limits Limits, log *slog.Logger) (*Zoo, error) {
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	return &Zoo{base: base, hc: &http.Client{}, limits: limits, log: log}, nil
}

// Record returns the file of an animal.
func (z *Zoo) Record(ctx context.Context, animal string) (*Record, error) {
	ctx, cancel := context.WithTimeout(ctx, z.limits.Total)
	defer cancel()
	for try := 1; ; try++ {
		rec, again, err := z.read(ctx, animal)
		if err == nil {
			return rec, nil
		}
		if !again || try == z.limits.Tries || ctx.Err() != nil {
			return nil, fmt.Errorf("record of %s, %d tries: %w", animal, try, err)
		}
		z.log.WarnContext(ctx, "record not read", "animal", animal, "try", try, "err", err)
		timer := time.NewTimer(100*time.Millisecond<<min(try, 4) + rand.N(100*time.Millisecond))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("record of %s: %w", animal, errors.Join(ctx.Err(), err))
		}
	}
}

func (z *Zoo) read(ctx context.Context, animal string) (rec *Record, again bool, err error) {
	if z.limits.Attempt > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, z.limits.Attempt)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, z.base+"/records/"+url.PathEscape(animal), nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := z.hc.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500, fmt.Errorf("zoo answered %s", resp.Status)
	}
	rec = new(Record)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(rec); err != nil {
		return nil, false, fmt.Errorf("decode: %w", err)
	}
	return rec, false, nil
}
