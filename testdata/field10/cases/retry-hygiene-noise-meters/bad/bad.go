// Package bad stores the hourly values of the noise meters along an airfield.
// Every answer but a 2xx becomes an ordinary error, and the back-off repeats ordinary errors. An
// hour that the store refuses as malformed, or for a wrong token, is sent over and over for two
// minutes, and the hours behind it wait.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Hour is the noise of one hour at one meter.
type Hour struct {
	Meter string    `json:"meter"`
	Start time.Time `json:"start"`
	LEq   float64   `json:"leq"`
	Max   float64   `json:"max"`
}

// Store is a client of the noise archive.
type Store struct {
	hc     *http.Client
	base   string
	token  string
	budget time.Duration
	log    *slog.Logger
}

// NewStore expects hc to have a per-request timeout.
func NewStore(hc *http.Client, base, token string, log *slog.Logger) *Store {
	return &Store{hc: hc, base: base, token: token, budget: 2 * time.Minute, log: log}
}

// Save creates or replaces the values of an hour.
func (s *Store) Save(ctx context.Context, h Hour) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	doc, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("encode hour: %w", err)
	}
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(500*time.Millisecond),
		backoff.WithMaxInterval(15*time.Second),
		backoff.WithMaxElapsedTime(s.budget),
	)
	target := s.base + "/meters/" + url.PathEscape(h.Meter) + "/hours/" + h.Start.UTC().Format("2006010215")
	err = backoff.RetryNotify( // OR retry-hygiene
		func() error { return s.put(ctx, target, doc) }, // OR retry-hygiene
		backoff.WithContext(bo, ctx),
		func(err error, d time.Duration) {
			s.log.Warn("hour not stored", "meter", h.Meter, "start", h.Start, "next", d, "err", err)
		},
	)
	if err != nil {
		return fmt.Errorf("save hour of meter %s: %w", h.Meter, err)
	}
	return nil
}

func (s *Store) put(ctx context.Context, target string, doc []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, bytes.NewReader(doc))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 2 {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
	return fmt.Errorf("store answered %s: %s", resp.Status, text) // EXPECT retry-hygiene
}
