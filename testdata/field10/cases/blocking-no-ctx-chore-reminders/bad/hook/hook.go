// Package hook posts messages to the chat of a household. It uses the default client, which
// waits for an answer for ever, and takes no context.
package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// Chat is the incoming webhook of one chat.
type Chat struct {
	url string
}

// NewChat returns the chat behind a webhook.
func NewChat(url string) *Chat { return &Chat{url: url} }

// Say posts a message.
func (c *Chat) Say(text string) error {
	raw, err := json.Marshal(map[string]string{"content": text})
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	resp, err := http.Post(c.url, "application/json", bytes.NewReader(raw)) // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("post message: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("post message: %s", resp.Status)
	}
	return nil
}
