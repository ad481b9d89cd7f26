// Package good fetches the germination record of a seed lot from a seed bank.
// A status like 503 becomes an error of its own before it is collected, so the last line never returns nil.
package good

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

// Record says how well a lot germinates.
type Record struct {
	Lot     string    `json:"lot"`
	Percent float64   `json:"percent"`
	Tested  time.Time `json:"tested"`
}

// Bank is a client of a seed bank.
type Bank struct {
	base   string
	client *http.Client
	tries  int
	log    *slog.Logger
}

// New returns the seed bank at base.
func New(base string, log *slog.Logger) *Bank {
	return &Bank{base: base, client: &http.Client{Timeout: 6 * time.Second}, tries: 5, log: log}
}

// Record returns the record of a lot.
func (b *Bank) Record(ctx context.Context, lot string) (*Record, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/lots/"+url.PathEscape(lot), nil)
	if err != nil {
		return nil, err
	}
	var errs []error
	for try := range b.tries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return nil, errors.Join(append(errs, ctx.Err())...)
			case <-time.After(time.Duration(try)*250*time.Millisecond + rand.N(250*time.Millisecond)):
			}
		}
		rec, status, err := b.do(req)
		switch {
		case status == http.StatusOK:
			return rec, err
		case ctx.Err() != nil:
			return nil, fmt.Errorf("lot %s: %w", lot, errors.Join(append(errs, ctx.Err())...))
		case err == nil && status < 500 && status != http.StatusTooManyRequests:
			return nil, fmt.Errorf("lot %s: status %d", lot, status)
		}
		if err == nil {
			err = fmt.Errorf("status %d", status)
		}
		b.log.Warn("seed bank did not answer", "lot", lot, "try", try+1, "status", status, "err", err)
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// do returns the record if the status is OK, and the status if there was an answer at all.
func (b *Bank) do(req *http.Request) (*Record, int, error) {
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode, nil
	}
	rec := new(Record)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 256<<10)).Decode(rec); err != nil {
		return nil, resp.StatusCode, fmt.Errorf("decode record: %w", err)
	}
	return rec, resp.StatusCode, nil
}
