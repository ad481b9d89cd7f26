// Package good ships error reports of an agent to its intake in small batches. Reports are
// best effort: a batch that cannot be delivered is counted and dropped.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const batchSize = 50

// Report is one error seen by the agent.
type Report struct {
	At      time.Time `json:"at"`
	Message string    `json:"message"`
}

// Shipper delivers reports.
type Shipper struct {
	intake  string
	client  *http.Client
	reports chan Report
	every   time.Duration
	log     *slog.Logger
}

// NewShipper returns a shipper for the intake at url.
func NewShipper(url string, every time.Duration, log *slog.Logger) *Shipper {
	return &Shipper{
		intake:  url,
		client:  &http.Client{Timeout: 10 * time.Second},
		reports: make(chan Report, 256),
		every:   every,
		log:     log,
	}
}

// Add queues a report; it is dropped if the queue is full.
func (s *Shipper) Add(r Report) {
	select {
	case s.reports <- r:
	default:
	}
}

// Run ships reports until ctx is done, and then the rest.
func (s *Shipper) Run(ctx context.Context) {
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	var batch []Report
	for {
		select {
		case r := <-s.reports:
			if batch = append(batch, r); len(batch) < batchSize {
				continue
			}
		case <-tick.C:
		case <-ctx.Done():
			for len(s.reports) > 0 {
				batch = append(batch, <-s.reports)
			}
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			s.ship(last, batch)
			return
		}
		s.ship(ctx, batch)
		batch = batch[:0]
	}
}

func (s *Shipper) ship(ctx context.Context, batch []Report) {
	if len(batch) == 0 {
		return
	}
	if err := s.post(ctx, batch); err != nil {
		s.log.Warn("reports dropped", "count", len(batch), "err", err)
	}
}

func (s *Shipper) post(ctx context.Context, batch []Report) error {
	body, err := json.Marshal(batch)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.intake, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("intake answered %s", resp.Status)
	}
	return nil
}
