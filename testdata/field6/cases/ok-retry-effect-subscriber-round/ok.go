// Package ok tells the subscribers of a repository about a push.
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
)

// Push is what happened.
type Push struct {
	Repository string `json:"repository"`
	Ref        string `json:"ref"`
	Commit     string `json:"commit"`
}

// Subscriber wants to hear of pushes.
type Subscriber struct {
	Name string
	URL  string
}

// Hooks delivers pushes.
type Hooks struct {
	client *http.Client
	log    *slog.Logger
}

// NewHooks returns the deliverer.
func NewHooks(log *slog.Logger) *Hooks {
	return &Hooks{client: &http.Client{Timeout: 4 * time.Second}, log: log}
}

// Deliver posts a push to every subscriber and reports those that did not take it.
func (h *Hooks) Deliver(ctx context.Context, push Push, subs []Subscriber) error {
	body, err := json.Marshal(push)
	if err != nil {
		return err
	}
	var failed []error
	for attempt, sub := range subs {
		if err := ctx.Err(); err != nil {
			failed = append(failed, fmt.Errorf("%d subscribers not told: %w", len(subs)-attempt, err))
			break
		}
		err := h.post(ctx, sub.URL, body)
		if err != nil {
			h.log.Warn("delivery failed", "subscriber", sub.Name, "err", err)
			failed = append(failed, fmt.Errorf("%s: %w", sub.Name, err))
			continue
		}
		h.log.Debug("delivered", "subscriber", sub.Name)
	}
	return errors.Join(failed...)
}

func (h *Hooks) post(ctx context.Context, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("answered %s", resp.Status)
	}
	return nil
}
