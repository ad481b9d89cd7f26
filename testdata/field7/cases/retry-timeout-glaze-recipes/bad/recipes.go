// Package bad reads glaze recipes for a pottery from the guild's server.
// The client from package guild repeats each request up to three times by itself; Recipe repeats
// that four times, so that one page asks a struggling server sixteen times.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"faultfield7/cases/retry-timeout-glaze-recipes/bad/guild"
)

// Recipe is a mixture of oxides.
type Recipe struct {
	Name   string             `json:"name"`
	Cone   int                `json:"cone"`
	Oxides map[string]float64 `json:"oxides"`
}

// Book reads recipes.
type Book struct {
	base   string
	client *http.Client
}

// NewBook opens the book at base.
func NewBook(base string) *Book {
	return &Book{base: base, client: guild.NewClient()} // OR retry-timeout
}

// Recipe returns a recipe by name.
func (b *Book) Recipe(ctx context.Context, name string) (*Recipe, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	rec, err := backoff.Retry(ctx, func() (*Recipe, error) { // EXPECT retry-timeout
		return b.fetch(ctx, name) // OR retry-timeout
	}, backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(time.Minute)) // OR retry-timeout
	if err != nil {
		return nil, fmt.Errorf("recipe %q: %w", name, err)
	}
	return rec, nil
}

func (b *Book) fetch(ctx context.Context, name string) (*Recipe, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/recipes/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := b.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
		return nil, backoff.Permanent(fmt.Errorf("guild answered %s", resp.Status))
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("guild answered %s", resp.Status)
	}
	var rec Recipe
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&rec); err != nil {
		return nil, backoff.Permanent(err)
	}
	return &rec, nil
}
