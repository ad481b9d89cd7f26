// Package good reports bought wedding gifts to the shop that keeps the couple's list.
// The shop recognises an event that it has seen by the ID of its envelope. The envelope is made
// once for each gift, and every attempt sends the same bytes.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"

	"faultfield10/cases/retry-effect-wedding-gifts/good/envelope"
)

// Gift is a bought article of a list.
type Gift struct {
	List    string `json:"list"`
	Article string `json:"article"`
	Pieces  int    `json:"pieces"`
}

// Shop is a client of the shop's event intake.
type Shop struct {
	hc     *http.Client
	intake string
	budget time.Duration
}

// NewShop expects hc to have a per-request timeout.
func NewShop(hc *http.Client, intake string) *Shop {
	return &Shop{hc: hc, intake: intake, budget: 20 * time.Second}
}

// Bought reports a gift.
func (s *Shop) Bought(ctx context.Context, g Gift) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	event, err := json.Marshal(envelope.New("gift.bought", g))
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	err = retry.Do(
		func() error { return s.post(ctx, event) },
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(200*time.Millisecond),
		retry.MaxJitter(200*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("report %d of %s: %w", g.Pieces, g.Article, err)
	}
	return nil
}

func (s *Shop) post(ctx context.Context, event []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.intake, bytes.NewReader(event))
	if err != nil {
		return retry.Unrecoverable(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("shop answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return retry.Unrecoverable(fmt.Errorf("shop refused: %s", resp.Status))
	}
	return nil
}
