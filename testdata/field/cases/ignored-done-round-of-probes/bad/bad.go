// Package bad measures how quickly mirrors answer, in rounds. A round has a context, which the
// next round ends; the probes are made with the monitor's own. Those of mirrors that
// never answer outlive their round, and after a day there are thousands.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Monitor probes mirrors.
type Monitor struct {
	ctx     context.Context
	hc      *http.Client
	mirrors []string

	mu      sync.Mutex
	end     context.CancelFunc
	latency map[string]time.Duration
}

// NewMonitor returns a monitor that lives as long as ctx.
func NewMonitor(ctx context.Context, hc *http.Client, mirrors ...string) *Monitor {
	return &Monitor{ctx: ctx, hc: hc, mirrors: mirrors, end: func() {}, latency: make(map[string]time.Duration)}
}

// Round ends the last round and starts a new one.
func (m *Monitor) Round(limit time.Duration) {
	ctx, cancel := context.WithTimeout(m.ctx, limit)
	m.mu.Lock()
	m.end()
	m.end = cancel
	m.mu.Unlock()
	for _, mirror := range m.mirrors {
		go m.measure(ctx, mirror)
	}
}

func (m *Monitor) measure(ctx context.Context, mirror string) {
	began := time.Now()
	if err := m.probe(ctx, mirror); err != nil { // OR ignored-done // OR blocking-no-ctx
		m.record(mirror, -1)
		return
	}
	m.record(mirror, time.Since(began))
}

func (m *Monitor) probe(ctx context.Context, mirror string) error { // OR blocking-no-ctx
	req, err := http.NewRequestWithContext(m.ctx, http.MethodHead, mirror, nil) // EXPECT ignored-done // OR blocking-no-ctx
	if err != nil {
		return err
	}
	resp, err := m.hc.Do(req) // OR ignored-done // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("probe %s: %w", mirror, err)
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("probe %s: status %d", mirror, resp.StatusCode)
	}
	return nil
}

func (m *Monitor) record(mirror string, d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.latency[mirror] = d
}

// Fastest returns the mirror that answered first in the last round.
func (m *Monitor) Fastest() (best string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for mirror, d := range m.latency {
		if d >= 0 && (best == "" || d < m.latency[best]) {
			best = mirror
		}
	}
	return best
}
