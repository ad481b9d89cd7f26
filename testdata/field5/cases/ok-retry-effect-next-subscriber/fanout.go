// Package ok notifies webhook subscribers of a release.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Release is the news.
type Release struct {
	Project string `json:"project"`
	Version string `json:"version"`
}

// Subscriber wants to hear of releases.
type Subscriber struct {
	Name string
	URL  string
}

// Notifier posts to subscribers.
type Notifier struct {
	hc *http.Client
}

// NewNotifier returns a Notifier.
func NewNotifier() *Notifier {
	return &Notifier{hc: &http.Client{Timeout: 4 * time.Second}}
}

// Notify tells every subscriber once; the failures of some do not keep it from the others.
func (n *Notifier) Notify(ctx context.Context, r Release, subs []Subscriber) error {
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode release: %w", err)
	}
	var failed []error
	for attempt := 0; attempt < len(subs); attempt++ {
		s := subs[attempt]
		if err := ctx.Err(); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := n.post(ctx, s.URL, body); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", s.Name, err))
			continue
		}
	}
	return errors.Join(failed...)
}

func (n *Notifier) post(ctx context.Context, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := n.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return errors.New(resp.Status)
	}
	return nil
}
