// Package bad rebuilds the search index of a shop from its catalog.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"

	"faultfield6/cases/retry-timeout-catalog-layers/bad/catalog"
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
	return retry.DoWithData( // OR retry-timeout
		func() (*catalog.Page, error) { return b.pages.Page(ctx, n) }, // EXPECT retry-timeout
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(500*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(catalog.Unavailable),
		retry.OnRetry(func(k uint, err error) { b.log.Warn("page failed", "page", n, "try", k+1, "err", err) }),
	)
}
