// Package bad ships how much each counter of a toll bridge has grown to two ledgers, which
// add what they get. When a ledger fails, the whole batch goes back into the buffer for the
// next round: the ledger that had taken it before the other failed adds it a second time.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Shipper collects growth and sends it once a period.
type Shipper struct {
	hc      *http.Client // with a timeout
	ledgers []string
	every   time.Duration
	log     *slog.Logger

	mu     sync.Mutex
	growth map[string]int64
}

// New returns a shipper to the ledgers.
func New(hc *http.Client, every time.Duration, log *slog.Logger, ledgers ...string) *Shipper {
	return &Shipper{hc: hc, ledgers: ledgers, every: every, log: log, growth: map[string]int64{}}
}

// Add notes that a counter has grown.
func (s *Shipper) Add(counter string, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.growth[counter] += n
}

// Run ships until ctx ends.
func (s *Shipper) Run(ctx context.Context) error {
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		batch := s.take()
		if err := s.ship(ctx, batch); err != nil { // OR retry-effect
			s.log.Warn("batch not shipped", "err", err)
			for counter, n := range batch {
				s.Add(counter, n) // EXPECT retry-effect
			}
		}
	}
}

func (s *Shipper) take() map[string]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	batch := s.growth
	s.growth = map[string]int64{}
	return batch
}

// ship sends a batch to every ledger.
func (s *Shipper) ship(ctx context.Context, batch map[string]int64) error {
	for _, l := range s.ledgers {
		if err := s.post(ctx, l, batch); err != nil { // OR retry-effect
			return fmt.Errorf("ledger %s: %w", l, err)
		}
	}
	return nil
}

// errNotTaken says that the ledger has certainly not added the batch.
var errNotTaken = errors.New("not taken")

// post sends a batch to one ledger.
func (s *Shipper) post(ctx context.Context, ledger string, batch map[string]int64) error {
	raw, err := json.Marshal(batch)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, ledger+"/growth", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" {
		return fmt.Errorf("%w: %w", errNotTaken, err)
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return nil
	case http.StatusTooManyRequests:
		return fmt.Errorf("%w: %s", errNotTaken, resp.Status)
	}
	return errors.New(resp.Status)
}
