// Package good tells subscribers the results of a regatta. Each note has ten seconds and ends
// with the consumer.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/segmentio/kafka-go"
)

var errNotTaken = errors.New("subscriber did not take the result")

// Result is the finish of one boat, with those who want to hear of it.
type Result struct {
	Boat        string   `json:"boat"`
	Millis      int64    `json:"millis"`
	Subscribers []string `json:"subscribers"`
}

// Herald tells subscribers the results of a regatta as they come in.
type Herald struct {
	results *kafka.Reader
	client  *http.Client
	log     *slog.Logger
}

// NewHerald returns a herald of the results that a reader yields.
func NewHerald(results *kafka.Reader, log *slog.Logger) *Herald {
	return &Herald{results: results, client: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// Run heralds results until ctx ends or the reader fails.
func (h *Herald) Run(ctx context.Context) error {
	for {
		msg, err := h.results.FetchMessage(ctx)
		if err != nil {
			return fmt.Errorf("fetch result: %w", err)
		}
		var res Result
		if err := json.Unmarshal(msg.Value, &res); err != nil {
			h.log.Error("result not readable", "offset", msg.Offset, "err", err)
		} else {
			h.herald(ctx, res)
		}
		if err := h.results.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit result: %w", err)
		}
	}
}

func (h *Herald) herald(ctx context.Context, res Result) {
	note, err := json.Marshal(map[string]any{"boat": res.Boat, "millis": res.Millis})
	if err != nil {
		h.log.Error("encode note", "boat", res.Boat, "err", err)
		return
	}
	for _, url := range res.Subscribers {
		if err := h.tell(ctx, url, note); err != nil {
			h.log.WarnContext(ctx, "subscriber not told", "url", url, "boat", res.Boat, "err", err)
		}
	}
}

func (h *Herald) tell(ctx context.Context, url string, note []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(note))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%w: %s", errNotTaken, resp.Status)
	}
	return nil
}
