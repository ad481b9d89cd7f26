// Package ok counts how often words occur in an Elasticsearch index.
// It is right although a POST is repeated: _search and _count take their query in the body and change nothing.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const attempts = 3

var errAgain = errors.New("index not available")

// Index reads one index.
type Index struct {
	url    string
	client *http.Client
}

// New returns the index at url.
func New(url string) *Index {
	return &Index{url: url, client: &http.Client{Timeout: 4 * time.Second}}
}

// Count returns in how many documents a word occurs.
func (x *Index) Count(ctx context.Context, word string) (int64, error) {
	var out struct {
		Count int64 `json:"count"`
	}
	query := map[string]any{"query": map[string]any{"match": map[string]string{"text": word}}}
	if err := x.ask(ctx, "/_count", query, &out); err != nil {
		return 0, fmt.Errorf("count %q: %w", word, err)
	}
	return out.Count, nil
}

// Years returns in how many documents of each year a word occurs.
func (x *Index) Years(ctx context.Context, word string) (map[string]int64, error) {
	query := map[string]any{
		"size":  0,
		"query": map[string]any{"match": map[string]string{"text": word}},
		"aggs":  map[string]any{"years": map[string]any{"terms": map[string]any{"field": "year", "size": 200}}},
	}
	var out struct {
		Aggregations struct {
			Years struct {
				Buckets []struct {
					Key   string `json:"key_as_string"`
					Count int64  `json:"doc_count"`
				}
			}
		}
	}
	if err := x.ask(ctx, "/_search", query, &out); err != nil {
		return nil, fmt.Errorf("years of %q: %w", word, err)
	}
	years := make(map[string]int64)
	for _, b := range out.Aggregations.Years.Buckets {
		years[b.Key] = b.Count
	}
	return years, nil
}

func (x *Index) ask(ctx context.Context, path string, query, into any) error {
	raw, err := json.Marshal(query)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		err := x.post(ctx, path, raw, into)
		if err == nil || n == attempts || !errors.Is(err, errAgain) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n)*250*time.Millisecond + rand.N(250*time.Millisecond)):
		}
	}
}

func (x *Index) post(ctx context.Context, path string, raw []byte, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.url+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := x.client.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errAgain, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return json.NewDecoder(resp.Body).Decode(into)
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return fmt.Errorf("%w: %s", errAgain, resp.Status)
	}
	return fmt.Errorf("index answered %s", resp.Status)
}
