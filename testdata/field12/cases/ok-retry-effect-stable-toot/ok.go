// Package ok posts the headlines of a village paper to a social network.
// It is right although a POST is repeated after errors that tell nothing about its fate: the
// idempotency key belongs to the headline, all attempts carry it, and the server keeps the first.
package ok

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// Headline is what gets posted.
type Headline struct {
	Issue int    `json:"-"`
	Text  string `json:"status"`
}

var errRefused = errors.New("post refused")

// Account posts for the paper.
type Account struct {
	base   string
	token  string
	client *http.Client
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewAccount returns an account on the server at base.
func NewAccount(base, token string, log *slog.Logger) *Account {
	return &Account{
		base:   base,
		token:  token,
		client: &http.Client{Timeout: 10 * time.Second},
		tries:  4,
		budget: time.Minute,
		log:    log,
	}
}

// Post publishes h once.
func (a *Account) Post(ctx context.Context, h Headline) error {
	ctx, cancel := context.WithTimeout(ctx, a.budget)
	defer cancel()
	raw, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("encode headline: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s", h.Issue, h.Text))
	key := hex.EncodeToString(sum[:])
	for n := 1; ; n++ {
		err := a.send(ctx, key, raw)
		if err == nil {
			return nil
		}
		if n == a.tries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return fmt.Errorf("post of issue %d, try %d: %w", h.Issue, n, err)
		}
		a.log.Warn("headline not posted", "issue", h.Issue, "try", n, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(300*time.Millisecond<<n + rand.N(300*time.Millisecond)):
		}
	}
}

func (a *Account) send(ctx context.Context, key string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+"/api/v1/statuses", bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("server answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	return nil
}
