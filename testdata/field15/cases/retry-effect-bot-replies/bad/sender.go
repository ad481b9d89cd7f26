// Package sender posts a bot's replies to a messenger.
package sender

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

const (
	maxTries = 3
	budget   = 40 * time.Second
)

// Reply is one message to a chat.
type Reply struct {
	Chat int64  `json:"chat_id"`
	Text string `json:"text"`
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("messenger answered %d", int(e)) }

// Sender is a client of the messenger's bot API.
type Sender struct {
	url string // with the bot's token
	hc  *http.Client
	log *slog.Logger
}

// New returns a sender.
func New(url string, log *slog.Logger) *Sender {
	return &Sender{url: url, hc: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// Send posts a reply.
func (s *Sender) Send(ctx context.Context, r Reply) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode reply: %w", err)
	}
	for try := 1; ; try++ { // OR retry-effect
		err := s.post(ctx, raw) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if try == maxTries || !transient(err) {
			return fmt.Errorf("reply to chat %d: %w", r.Chat, err)
		}
		s.log.WarnContext(ctx, "reply not sent", "chat", r.Chat, "try", try, "err", err)
		d := time.Second << try
		select {
		case <-time.After(d/2 + rand.N(d/2)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

// transient tells errors that pass from those that stay.
func transient(err error) bool {
	if se := statusError(0); errors.As(err, &se) {
		return se == http.StatusTooManyRequests || se >= 500
	}
	var ne net.Error
	return errors.As(err, &ne) // OR retry-effect
}

func (s *Sender) post(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/sendMessage", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return statusError(resp.StatusCode)
	}
	return nil
}
