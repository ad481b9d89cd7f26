// Package good rebuilds the search index of a shop from its catalog.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"faultfield6/cases/retry-timeout-catalog-layers/good/catalog"
)

// Pages hands out the catalog page by page.
type Pages interface {
	Page(ctx context.Context, n int) (*catalog.Page, error)
}

// Index takes articles in.
type Index interface {
	Put(ctx context.Context, articles []catalog.Article) error
}

// Builder fills an index.
type Builder struct {
	pages Pages
	index Index
	log   *slog.Logger
}

// NewBuilder reads the catalog at base.
func NewBuilder(base string, index Index, log *slog.Logger) *Builder {
	return &Builder{pages: catalog.NewClient(base), index: index, log: log}
}

// Build reads all pages.
func (b *Builder) Build(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	for n := 1; n > 0; {
		page, err := b.page(ctx, n)
		if err != nil {
			return fmt.Errorf("page %d: %w", n, err)
		}
		if err := b.index.Put(ctx, page.Articles); err != nil {
			return fmt.Errorf("index page %d: %w", n, err)
		}
		n = page.Next
	}
	return nil
}

func (b *Builder) page(ctx context.Context, n int) (*catalog.Page, error) {
	page, err := b.pages.Page(ctx, n)
	if catalog.Unavailable(err) {
		b.log.Error("catalog is down", "page", n, "err", err)
	}
	return page, err
}
