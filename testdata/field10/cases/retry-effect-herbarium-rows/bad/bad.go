// Package bad copies the sheets of a herbarium to a search index, batch by batch.
// The repeated function takes the next batch from the reader and sends it. When sending fails,
// the second attempt takes the batch after it: the failed one is never sent, and the copy ends
// without an error.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"

	"faultfield10/cases/retry-effect-herbarium-rows/bad/sheets"
)

// Index is a client of the search index.
type Index struct {
	hc         *http.Client
	base       string
	stepBudget time.Duration
}

// NewIndex expects hc to have a per-request timeout.
func NewIndex(hc *http.Client, base string) *Index {
	return &Index{hc: hc, base: base, stepBudget: time.Minute}
}

// Copy sends all sheets and returns how many there were.
func (x *Index) Copy(ctx context.Context, from *sheets.Reader) (int, error) {
	sent := 0
	for {
		n, err := x.step(ctx, from)
		if err != nil {
			return sent, fmt.Errorf("copy sheets after %d: %w", sent, err)
		}
		if n == 0 {
			return sent, nil
		}
		sent += n
	}
}

// step moves one batch.
func (x *Index) step(ctx context.Context, from *sheets.Reader) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, x.stepBudget)
	defer cancel()
	return retry.DoWithData( // OR retry-effect
		func() (int, error) {
			batch, err := from.Next(ctx) // EXPECT retry-effect
			if err != nil || len(batch) == 0 {
				return 0, err
			}
			return len(batch), x.replace(ctx, batch) // OR retry-effect
		},
		retry.Context(ctx),
		retry.Attempts(5),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
	)
}

// replace creates or replaces the documents of a batch.
func (x *Index) replace(ctx context.Context, batch []sheets.Sheet) error {
	raw, err := json.Marshal(batch)
	if err != nil {
		return retry.Unrecoverable(fmt.Errorf("encode batch: %w", err))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, x.base+"/documents", bytes.NewReader(raw))
	if err != nil {
		return retry.Unrecoverable(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := x.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return fmt.Errorf("index answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return retry.Unrecoverable(fmt.Errorf("index refused: %s", resp.Status))
	}
	return nil
}
