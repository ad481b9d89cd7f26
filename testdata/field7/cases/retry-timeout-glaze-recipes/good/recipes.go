// Package good reads glaze recipes for a pottery from the guild's server.
// The client from package guild repeats each request by itself; nothing else does.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"faultfield7/cases/retry-timeout-glaze-recipes/good/guild"
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
	return &Book{base: base, client: guild.NewClient()}
}

// Recipe returns a recipe by name.
func (b *Book) Recipe(ctx context.Context, name string) (*Recipe, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	rec, err := b.fetch(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("recipe %q: %w", name, err)
	}
	return rec, nil
}

func (b *Book) fetch(ctx context.Context, name string) (*Recipe, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/recipes/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("guild answered %s", resp.Status)
	}
	var rec Recipe
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&rec); err != nil {
		return nil, err
	}
	return &rec, nil
}
