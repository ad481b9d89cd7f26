// Package bad reads a public ledger from whichever provider has the page. All providers share
// the one deadline of a page: the first that takes the request and stays silent uses it up, and
// those after it, which are there for this case, are never asked.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// ErrNoProvider is returned when a reader has nobody to ask.
var ErrNoProvider = errors.New("no provider configured")

// Page is one page of the public ledger.
type Page struct {
	Number uint64 `json:"number"`
	Hash   string `json:"hash"`
}

// Provider serves the ledger over HTTP.
type Provider struct {
	Name string
	URL  string
}

// Reader reads the ledger from the first provider that has it.
type Reader struct {
	providers []Provider
	http      *http.Client
	budget    time.Duration // for a page, whoever gives it
	log       *slog.Logger
}

// NewReader returns a reader that prefers providers in the given order.
func NewReader(providers []Provider, client *http.Client, log *slog.Logger) *Reader {
	return &Reader{providers: providers, http: client, budget: 12 * time.Second, log: log}
}

// Page returns a page of the ledger.
func (r *Reader) Page(ctx context.Context, number uint64) (*Page, error) {
	if len(r.providers) == 0 {
		return nil, ErrNoProvider
	}
	ctx, cancel := context.WithTimeout(ctx, r.budget) // OR retry-timeout
	defer cancel()

	var failed []error
	for _, p := range r.providers { // OR retry-timeout
		page, err := r.ask(ctx, p, number) // EXPECT retry-timeout
		if err == nil {
			return page, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", p.Name, err))
		if ctx.Err() != nil {
			break
		}
		r.log.WarnContext(ctx, "provider failed", "provider", p.Name, "page", number, "err", err)
	}
	return nil, fmt.Errorf("page %d: %w", number, errors.Join(failed...))
}

func (r *Reader) ask(ctx context.Context, p Provider, number uint64) (*Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/pages/%d", p.URL, number), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered %s", resp.Status)
	}
	var page Page
	if err := json.NewDecoder(resp.Body).Decode(&page); err != nil {
		return nil, fmt.Errorf("decode page: %w", err)
	}
	return &page, nil
}
