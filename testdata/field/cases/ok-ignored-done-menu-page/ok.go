// Package ok puts the page of a restaurant together from several sources at once. The handler
// waits for all of them with a bare WaitGroup: every one of them gets the request's context,
// with a limit, so the wait is as short as the request is.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Page is what a guest sees.
type Page struct {
	Menu    json.RawMessage `json:"menu,omitempty"`
	Tables  json.RawMessage `json:"tables,omitempty"`
	Reviews json.RawMessage `json:"reviews,omitempty"`
	Missing []string        `json:"missing,omitempty"`
}

// Kitchen serves pages.
type Kitchen struct {
	hc    *http.Client
	base  string
	limit time.Duration
	log   *slog.Logger
}

// NewKitchen returns a handler that asks the services below base.
func NewKitchen(base string, log *slog.Logger) *Kitchen {
	return &Kitchen{hc: &http.Client{Timeout: 5 * time.Second}, base: base, limit: 800 * time.Millisecond, log: log}
}

// ServeHTTP implements http.Handler.
func (k *Kitchen) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	place := r.PathValue("place")
	var (
		page Page
		mu   sync.Mutex
		wg   sync.WaitGroup
	)
	parts := map[string]*json.RawMessage{"menu": &page.Menu, "tables": &page.Tables, "reviews": &page.Reviews}
	wg.Add(len(parts))
	for name, into := range parts {
		go func() {
			defer wg.Done()
			part, err := k.part(r.Context(), place, name)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				k.log.WarnContext(r.Context(), "part missing", "part", name, "err", err)
				page.Missing = append(page.Missing, name)
				return
			}
			*into = part
		}()
	}
	wg.Wait()
	if r.Context().Err() != nil {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(&page)
}

func (k *Kitchen) part(ctx context.Context, place, name string) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/%s/%s", k.base, name, place), nil)
	if err != nil {
		return nil, err
	}
	resp, err := k.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	var raw json.RawMessage
	err = json.NewDecoder(resp.Body).Decode(&raw)
	return raw, err
}
