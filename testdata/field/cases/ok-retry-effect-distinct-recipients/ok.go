// Package ok tells the members of a club about a new fixture.
// It is right although the index is called attempt and a failure goes on to the next turn: each turn posts to
// another member, once, and a failure is only noted.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

// Fixture is a game.
type Fixture struct {
	Against string    `json:"against"`
	Kickoff time.Time `json:"kickoff"`
}

// Member has a device.
type Member struct {
	Name  string
	Token string
}

// Pusher sends notifications.
type Pusher struct {
	url    string
	client *http.Client
	pace   *rate.Limiter
	log    *slog.Logger
}

// New returns a Pusher that sends up to fifty notifications a second.
func New(url string, log *slog.Logger) *Pusher {
	return &Pusher{url: url, client: &http.Client{Timeout: 5 * time.Second}, pace: rate.NewLimiter(50, 10), log: log}
}

// Tell notifies everybody and returns the failures.
func (p *Pusher) Tell(ctx context.Context, members []Member, f Fixture) error {
	var failed []error
	for attempt, m := range members {
		if err := p.pace.Wait(ctx); err != nil {
			return errors.Join(append(failed, fmt.Errorf("%d members not told: %w", len(members)-attempt, err))...)
		}
		err := p.push(ctx, m.Token, f)
		if err == nil {
			continue
		}
		p.log.Warn("member not told", "member", m.Name, "attempt", attempt, "err", err)
		failed = append(failed, fmt.Errorf("%s: %w", m.Name, err))
	}
	return errors.Join(failed...)
}

func (p *Pusher) push(ctx context.Context, token string, f Fixture) error {
	raw, err := json.Marshal(map[string]any{"to": token, "data": f})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/send", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("push service answered %s", resp.Status)
	}
	return nil
}
