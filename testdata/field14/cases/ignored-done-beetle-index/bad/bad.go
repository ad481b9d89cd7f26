// Package bad finds beetles in an index that is downloaded when it has become old. The mutex is held
// during the download: callers with a short deadline queue at Lock, which knows no
// deadline, until somebody else's download is through.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// ErrUnknown is returned for a name that is not in the index.
var ErrUnknown = errors.New("unknown beetle")

// Beetle is an entry of the index.
type Beetle struct {
	Name   string `json:"name"`
	Family string `json:"family"`
}

// Index keeps the list of a museum in memory.
type Index struct {
	url    string
	hc     *http.Client
	maxAge time.Duration

	mu      sync.Mutex // guards what follows
	loaded  time.Time
	beetles map[string]Beetle
}

// NewIndex returns an index that is loaded on first use.
func NewIndex(url string) *Index {
	return &Index{
		url:    url,
		hc:     &http.Client{Timeout: 90 * time.Second},
		maxAge: time.Hour,
	}
}

// Find returns the entry of a beetle.
func (x *Index) Find(ctx context.Context, name string) (Beetle, error) {
	x.mu.Lock() // EXPECT ignored-done
	defer x.mu.Unlock()
	if time.Since(x.loaded) > x.maxAge {
		beetles, err := x.download(ctx) // OR ignored-done
		if err != nil {
			return Beetle{}, fmt.Errorf("load index: %w", err)
		}
		x.beetles, x.loaded = beetles, time.Now()
	}
	b, ok := x.beetles[name]
	if !ok {
		return Beetle{}, ErrUnknown
	}
	return b, nil
}

func (x *Index) download(ctx context.Context) (map[string]Beetle, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, x.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := x.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("museum answered %s", resp.Status)
	}
	var list []Beetle
	if err := json.NewDecoder(io.LimitReader(resp.Body, 32<<20)).Decode(&list); err != nil {
		return nil, err
	}
	beetles := make(map[string]Beetle, len(list))
	for _, b := range list {
		beetles[b.Name] = b
	}
	return beetles, nil
}
