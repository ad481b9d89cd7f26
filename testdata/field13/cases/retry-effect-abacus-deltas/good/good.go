// Package good ships how much each counter of a toll bridge has grown to two ledgers, which
// add what they get. Each ledger has a buffer of its own; only what it has provably not taken
// goes back there.
package good

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
	growth map[string]map[string]int64 // by ledger
}

// New returns a shipper to the ledgers.
func New(hc *http.Client, every time.Duration, log *slog.Logger, ledgers ...string) *Shipper {
	s := &Shipper{hc: hc, ledgers: ledgers, every: every, log: log, growth: map[string]map[string]int64{}}
	for _, l := range ledgers {
		s.growth[l] = map[string]int64{}
	}
	return s
}

// Add notes that a counter has grown.
func (s *Shipper) Add(counter string, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.ledgers {
		s.growth[l][counter] += n
	}
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
		for _, l := range s.ledgers {
			s.ship(ctx, l)
		}
	}
}

// ship sends a ledger what it has not got. A batch of which nobody knows whether the ledger
// took it is dropped: too little is better here than the same toll twice.
func (s *Shipper) ship(ctx context.Context, ledger string) {
	s.mu.Lock()
	batch := s.growth[ledger]
	s.growth[ledger] = map[string]int64{}
	s.mu.Unlock()
	err := s.post(ctx, ledger, batch)
	if err == nil {
		return
	}
	s.log.Warn("batch not shipped", "ledger", ledger, "err", err)
	if !errors.Is(err, errNotTaken) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for counter, n := range batch {
		s.growth[ledger][counter] += n
	}
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
