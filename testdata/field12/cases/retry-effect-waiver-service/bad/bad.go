// Package bad tells a climbing hall's partners about signed waivers.
// Partners drop deliveries whose ID they have seen; but the ID is drawn with the notice, and the
// notice is made anew for every attempt, so a repeated delivery is a new one to them.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Waiver is a signed paper.
type Waiver struct {
	Climber string    `json:"climber"`
	Signed  time.Time `json:"signed"`
}

type notice struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Waiver Waiver `json:"waiver"`
}

var errRefused = errors.New("partner refused the notice")

// Partners delivers notices to one endpoint.
type Partners struct {
	endpoint string
	client   *http.Client
	tries    int
	budget   time.Duration
	log      *slog.Logger
}

// NewPartners delivers to endpoint.
func NewPartners(endpoint string, log *slog.Logger) *Partners {
	return &Partners{
		endpoint: endpoint,
		client:   &http.Client{Timeout: 8 * time.Second},
		tries:    4,
		budget:   45 * time.Second,
		log:      log,
	}
}

// Signed delivers the news of a waiver.
func (p *Partners) Signed(ctx context.Context, w Waiver) error {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	for n := 1; ; n++ {
		err := p.deliver(ctx, newNotice(w)) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if n == p.tries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return fmt.Errorf("notice about %s, try %d: %w", w.Climber, n, err)
		}
		p.log.Warn("notice not delivered", "climber", w.Climber, "try", n, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(250*time.Millisecond<<n + rand.N(250*time.Millisecond)):
		}
	}
}

func newNotice(w Waiver) *notice {
	return &notice{ID: uuid.NewString(), Kind: "waiver.signed", Waiver: w} // OR retry-effect
}

func (p *Partners) deliver(ctx context.Context, n *notice) error {
	raw, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("%w: encode: %w", errRefused, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.endpoint, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", n.ID) // OR retry-effect
	resp, err := p.client.Do(req)           // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("partner answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	return nil
}
