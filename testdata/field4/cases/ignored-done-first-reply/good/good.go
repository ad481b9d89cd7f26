// Package good asks all mirrors of a search index at once and takes the first good reply.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Hit is one search result.
type Hit struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
}

// Mirror is one copy of the index.
type Mirror struct {
	base   string
	client *http.Client
}

func (m *Mirror) search(ctx context.Context, query string) ([]Hit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.base+"/search?q="+url.QueryEscape(query), nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", m.base, resp.Status)
	}
	var hits []Hit
	if err := json.NewDecoder(resp.Body).Decode(&hits); err != nil {
		return nil, fmt.Errorf("%s: %w", m.base, err)
	}
	return hits, nil
}

// Index is the set of mirrors.
type Index struct {
	mirrors []*Mirror
	limit   time.Duration
}

type reply struct {
	hits []Hit
	err  error
}

// Search returns the first good reply, or what went wrong with each mirror.
func (x *Index) Search(ctx context.Context, query string) ([]Hit, error) {
	ctx, cancel := context.WithTimeout(ctx, x.limit)
	defer cancel()

	replies := make(chan reply, len(x.mirrors))
	for _, m := range x.mirrors {
		go func() {
			hits, err := m.search(ctx, query)
			replies <- reply{hits, err}
		}()
	}

	var problems []error
	for range x.mirrors {
		select {
		case r := <-replies:
			if r.err == nil {
				return r.hits, nil
			}
			problems = append(problems, r.err)
		case <-ctx.Done():
			return nil, errors.Join(append(problems, ctx.Err())...)
		}
	}
	return nil, errors.Join(problems...)
}
