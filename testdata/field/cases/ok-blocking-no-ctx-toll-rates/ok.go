// Package ok looks up toll rates and remembers them. The lock is taken twice, before and after the call over
// the network, and never during it, although all three stand close together; the early returns unlock
// on each way out.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Rate is what a road costs.
type Rate struct {
	Road  string    `json:"road"`
	Cents int       `json:"cents"`
	Until time.Time `json:"until"`
}

// ErrClosed is returned after Close.
var ErrClosed = errors.New("book is closed")

// Book knows rates.
type Book struct {
	base string
	hc   *http.Client

	mu     sync.Mutex
	rates  map[string]Rate
	asked  int
	closed bool
}

// NewBook returns an empty book that asks the office at base.
func NewBook(base string) *Book {
	return &Book{base: base, hc: &http.Client{Timeout: 4 * time.Second}, rates: make(map[string]Rate)}
}

// Rate returns the rate of a road.
func (b *Book) Rate(ctx context.Context, road string) (Rate, error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return Rate{}, ErrClosed
	}
	rate, ok := b.rates[road]
	if ok && time.Now().Before(rate.Until) {
		b.mu.Unlock()
		return rate, nil
	}
	b.asked++
	b.mu.Unlock()

	rate, err := b.ask(ctx, road)
	if err != nil {
		return Rate{}, fmt.Errorf("rate of %s: %w", road, err)
	}

	b.mu.Lock()
	defer b.mu.Unlock()
	if known, ok := b.rates[road]; ok && known.Until.After(rate.Until) {
		return known, nil
	}
	b.rates[road] = rate
	return rate, nil
}

func (b *Book) ask(ctx context.Context, road string) (Rate, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/rates/"+url.PathEscape(road), nil)
	if err != nil {
		return Rate{}, err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return Rate{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Rate{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	var r Rate
	err = json.NewDecoder(resp.Body).Decode(&r)
	return r, err
}

// Close closes the book.
func (b *Book) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
}
