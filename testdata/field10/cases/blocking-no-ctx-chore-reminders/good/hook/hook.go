// Package hook posts messages to the chat of a household, each within a time limit and under
// the context of the caller.
package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Chat is the incoming webhook of one chat.
type Chat struct {
	url string
	hc  *http.Client
}

// NewChat returns the chat behind a webhook.
func NewChat(url string) *Chat {
	return &Chat{url: url, hc: &http.Client{Timeout: 15 * time.Second}}
}

// Say posts a message.
func (c *Chat) Say(ctx context.Context, text string) error {
	raw, err := json.Marshal(map[string]string{"content": text})
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("build message: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req)
	if err != nil {
		return fmt.Errorf("post message: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("post message: %s", resp.Status)
	}
	return nil
}
