// Package good mirrors silences to the alert managers of member clusters.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Silence mutes alerts for some time.
type Silence struct {
	ID      string    `json:"id"`
	EndsAt  time.Time `json:"endsAt"`
	Comment string    `json:"comment"`
}

// StatusError is an answer other than 200.
type StatusError struct {
	Code int
	Body string
}

func (e *StatusError) Error() string { return fmt.Sprintf("status %d: %s", e.Code, e.Body) }

// Member is the alert manager of one cluster.
type Member struct {
	Cluster string
	URL     string
	Token   string
	hc      *http.Client
}

// NewMember returns a client for one cluster.
func NewMember(cluster, url, token string) *Member {
	return &Member{Cluster: cluster, URL: url, Token: token, hc: &http.Client{Timeout: 5 * time.Second}}
}

// Silences returns what is silenced in the cluster.
func (m *Member) Silences(ctx context.Context) ([]Silence, error) {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(300*time.Millisecond),
		backoff.WithMaxElapsedTime(90*time.Second),
	)
	list, err := backoff.RetryWithData(func() ([]Silence, error) {
		return m.get(ctx)
	}, backoff.WithContext(bo, ctx))
	if err != nil {
		return nil, fmt.Errorf("silences of %s: %w", m.Cluster, err)
	}
	return list, nil
}

func (m *Member) get(ctx context.Context) ([]Silence, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.URL+"/api/v2/silences", nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	req.Header.Set("Authorization", "Bearer "+m.Token)
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		msg, _ := io.ReadAll(io.LimitReader(resp.Body, 256))
		err := &StatusError{Code: resp.StatusCode, Body: string(msg)}
		if err.Code < 500 && err.Code != http.StatusTooManyRequests {
			return nil, backoff.Permanent(err)
		}
		return nil, err
	}
	var list []Silence
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return nil, backoff.Permanent(fmt.Errorf("decode: %w", err))
	}
	return list, nil
}
