// Package invites mails the invitations to an event.
package invites

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

// Guest gets an invitation.
type Guest struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Mailing sends through the mail provider, which allows two calls a second.
type Mailing struct {
	http *http.Client
	url  string
	log  *slog.Logger
}

// NewMailing returns a Mailing.
func NewMailing(url string, log *slog.Logger) *Mailing {
	return &Mailing{http: &http.Client{Timeout: 5 * time.Second}, url: url, log: log}
}

// Send invites every guest and reports those who could not be.
func (m *Mailing) Send(ctx context.Context, event string, guests []Guest) ([]Guest, error) {
	pace := time.NewTicker(500 * time.Millisecond)
	defer pace.Stop()

	var missed []Guest
	var errs error
	for attempt, guest := range guests {
		err := m.invite(ctx, event, guest)
		if err != nil {
			if ctx.Err() != nil {
				return append(missed, guests[attempt:]...), errors.Join(errs, ctx.Err())
			}
			m.log.Warn("invitation not sent", "attempt", attempt+1, "of", len(guests), "guest", guest.Email, "err", err)
			missed = append(missed, guest)
			errs = errors.Join(errs, err)
		}
		if attempt == len(guests)-1 {
			break
		}
		select {
		case <-pace.C:
		case <-ctx.Done():
			return append(missed, guests[attempt+1:]...), errors.Join(errs, ctx.Err())
		}
	}
	return missed, errs
}

func (m *Mailing) invite(ctx context.Context, event string, g Guest) error {
	raw, err := json.Marshal(map[string]any{"template": "invitation", "event": event, "to": g})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url+"/send", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := m.http.Do(req)
	if err != nil {
		return fmt.Errorf("invite %s: %w", g.Email, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("invite %s: %s", g.Email, resp.Status)
	}
	return nil
}
