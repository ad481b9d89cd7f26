// Package ok follows the messages of a chess club's chat by long polling. The next request goes out at
// once after an empty answer, which is no hot loop: the server holds each request for up to 25 seconds.
// Failures do get a growing, jittered pause.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	hold      = 25 * time.Second
	pollLimit = hold + 10*time.Second
	mostPause = time.Minute
)

// Message is a line of the chat.
type Message struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Chat is a client of the club's chat server.
type Chat struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewChat follows the chat at base.
func NewChat(base string, client *http.Client, log *slog.Logger) *Chat {
	return &Chat{base: base, client: client, log: log}
}

// Follow gives each new message to show until ctx ends.
func (c *Chat) Follow(ctx context.Context, room string, show func(Message)) error {
	last, fails := "", 0
	for ctx.Err() == nil {
		batch, err := c.poll(ctx, room, last)
		if err != nil {
			d := min(time.Second<<min(fails, 6), mostPause)
			d = d/2 + rand.N(d/2)
			fails++
			c.log.Warn("chat not read", "room", room, "next", d, "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(d):
			}
			continue
		}
		fails = 0
		if len(batch) == 0 {
			continue
		}
		for _, m := range batch {
			show(m)
		}
		last = batch[len(batch)-1].ID
	}
	return ctx.Err()
}

// poll asks for what came after a message; the server answers 204 when the hold is over.
func (c *Chat) poll(ctx context.Context, room, after string) ([]Message, error) {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	q := url.Values{"after": {after}, "hold": {hold.String()}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/rooms/"+url.PathEscape(room)+"?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return nil, nil
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("chat server answered %s", resp.Status)
	}
	var batch []Message
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&batch); err != nil {
		return nil, fmt.Errorf("decode messages: %w", err)
	}
	return batch, nil
}
