// Package bad tells subscribers the results of a regatta. Notes go out with the default HTTP
// client and without the consumer's context: one subscriber who takes the connection and keeps
// silent stops the partition for all others.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

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
	return &Herald{results: results, client: http.DefaultClient, log: log} // OR blocking-no-ctx
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
		if err := h.tell(url, note); err != nil { // OR blocking-no-ctx
			h.log.WarnContext(ctx, "subscriber not told", "url", url, "boat", res.Boat, "err", err)
		}
	}
}

func (h *Herald) tell(url string, note []byte) error {
	resp, err := h.client.Post(url, "application/json", bytes.NewReader(note)) // EXPECT blocking-no-ctx
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
