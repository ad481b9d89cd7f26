// Package good reads the ice times of a rink from a list of equal hosts, one after the other.
// Each host has a limit of its own, and the whole lookup has one that leaves room for all of them.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// Session is a stretch of ice time.
type Session struct {
	Start time.Time `json:"start"`
	Sheet int       `json:"sheet"`
	Kind  string    `json:"kind"`
}

// Timetable knows the hosts that carry the timetable.
type Timetable struct {
	client *http.Client
	hosts  []string
	answer time.Duration // how long one host may take to answer
	log    *slog.Logger
}

// NewTimetable asks hosts in the order given.
func NewTimetable(client *http.Client, log *slog.Logger, hosts ...string) *Timetable {
	return &Timetable{client: client, hosts: hosts, answer: 3 * time.Second, log: log}
}

// Sessions returns the ice times of a rink from the first host that has them.
func (t *Timetable) Sessions(ctx context.Context, rink string) ([]Session, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(t.hosts))*t.answer)
	defer cancel()

	var failed []error
	for _, host := range t.hosts {
		sessions, err := t.ask(ctx, host, rink)
		if err == nil {
			return sessions, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", host, err))
		if ctx.Err() != nil {
			break
		}
		t.log.Warn("timetable host failed", "host", host, "err", err)
	}
	return nil, fmt.Errorf("sessions of %s: %w", rink, errors.Join(failed...))
}

func (t *Timetable) ask(ctx context.Context, host, rink string) ([]Session, error) {
	ctx, cancel := context.WithTimeout(ctx, t.answer)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, host+"/rinks/"+url.PathEscape(rink)+"/sessions", nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered %s", resp.Status)
	}
	var sessions []Session
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&sessions); err != nil {
		return nil, fmt.Errorf("decode sessions: %w", err)
	}
	return sessions, nil
}
