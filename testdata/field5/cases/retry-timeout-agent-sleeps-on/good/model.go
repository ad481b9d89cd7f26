// Package good asks a language model on behalf of a coding agent.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"faultfield5/cases/retry-timeout-agent-sleeps-on/good/pause"
)

var waits = []time.Duration{2 * time.Second, 15 * time.Second, time.Minute, 3 * time.Minute}

// Turn is one message of a conversation.
type Turn struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

type overloaded struct{ status string }

func (o *overloaded) Error() string { return "model is overloaded: " + o.status }

// Model is a client of one hosted model.
type Model struct {
	url string
	key string
	hc  *http.Client
}

// NewModel returns a client. Asking again costs tokens but changes nothing.
func NewModel(url, key string) *Model {
	return &Model{url: url, key: key, hc: &http.Client{Timeout: 90 * time.Second}}
}

// Reply continues a conversation; the length of ctx is the length of the task.
func (m *Model) Reply(ctx context.Context, turns []Turn) (Turn, error) {
	raw, err := json.Marshal(map[string]any{"turns": turns})
	if err != nil {
		return Turn{}, fmt.Errorf("encode turns: %w", err)
	}
	for n := 0; ; n++ {
		t, err := m.ask(ctx, raw)
		if err == nil {
			return t, nil
		}
		var busy *overloaded
		if n == len(waits) || ctx.Err() != nil || !errors.As(err, &busy) {
			return Turn{}, fmt.Errorf("reply after %d tries: %w", n+1, err)
		}
		if err := pause.For(ctx, waits[n]); err != nil {
			return Turn{}, errors.Join(err, busy)
		}
	}
}

func (m *Model) ask(ctx context.Context, raw []byte) (Turn, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url+"/v1/reply", bytes.NewReader(raw))
	if err != nil {
		return Turn{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Api-Key", m.key)
	resp, err := m.hc.Do(req)
	if err != nil {
		return Turn{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var t Turn
		err := json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&t)
		return t, err
	case http.StatusTooManyRequests:
		return Turn{}, &overloaded{resp.Status}
	}
	return Turn{}, errors.New(resp.Status)
}
