// Package good ships log lines to a search cluster through its bulk interface.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const rounds = 5

// Shipper sends batches of JSON documents.
type Shipper struct {
	url    string // .../logs/_bulk
	client *http.Client
	log    *slog.Logger
}

// NewShipper returns a Shipper for an index.
func NewShipper(base, index string, log *slog.Logger) *Shipper {
	return &Shipper{url: base + "/" + index + "/_bulk", client: &http.Client{Timeout: 20 * time.Second}, log: log}
}

// Ship indexes docs. Documents that the cluster refuses for their content are logged and dropped.
func (s *Shipper) Ship(ctx context.Context, docs []json.RawMessage) error {
	for round := 1; ; round++ {
		codes, err := s.bulk(ctx, docs)
		if err != nil {
			return err
		}
		var full []json.RawMessage
		for i, code := range codes {
			switch {
			case code == http.StatusTooManyRequests:
				full = append(full, docs[i])
			case code >= 300:
				s.log.Warn("document refused", "status", code, "bytes", len(docs[i]))
			}
		}
		if len(full) == 0 {
			return nil
		}
		if round == rounds {
			return fmt.Errorf("%d documents not indexed: queue full", len(full))
		}
		docs = full
		wait := time.Duration(round) * time.Second
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait + rand.N(wait/2)):
		}
	}
}

// bulk sends one request and returns the status of each document.
func (s *Shipper) bulk(ctx context.Context, docs []json.RawMessage) ([]int, error) {
	var body bytes.Buffer
	for _, d := range docs {
		body.WriteString("{\"create\":{}}\n")
		body.Write(d)
		body.WriteByte('\n')
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, &body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-ndjson")
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("bulk: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("bulk: %s", resp.Status)
	}
	var out struct {
		Items []struct {
			Create struct {
				Status int `json:"status"`
			} `json:"create"`
		} `json:"items"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 16<<20)).Decode(&out); err != nil {
		return nil, fmt.Errorf("bulk: %w", err)
	}
	if len(out.Items) != len(docs) {
		return nil, errors.New("bulk: answer does not match the request")
	}
	codes := make([]int, len(docs))
	for i, it := range out.Items {
		codes[i] = it.Create.Status
	}
	return codes, nil
}
