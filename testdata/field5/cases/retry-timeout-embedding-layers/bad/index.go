// Package bad indexes documents for similarity search.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"

	"faultfield5/cases/retry-timeout-embedding-layers/bad/model"
)

// Store keeps the vectors of a document; storing them again replaces them.
type Store interface {
	Replace(ctx context.Context, doc string, vecs [][]float32) error
}

// Indexer embeds and stores documents.
type Indexer struct {
	model *model.Client
	store Store
}

// NewIndexer returns an Indexer.
func NewIndexer(m *model.Client, s Store) *Indexer {
	return &Indexer{model: m, store: s}
}

// Index embeds all paragraphs of a document.
func (x *Indexer) Index(ctx context.Context, doc string, paragraphs []string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	vecs := make([][]float32, len(paragraphs))
	for i, p := range paragraphs {
		vec, err := x.embed(ctx, p)
		if err != nil {
			return fmt.Errorf("paragraph %d of %s: %w", i, doc, err)
		}
		vecs[i] = vec
	}
	return x.store.Replace(ctx, doc, vecs)
}

func (x *Indexer) embed(ctx context.Context, text string) ([]float32, error) {
	return retry.DoWithData( // EXPECT retry-timeout
		func() ([]float32, error) { return x.model.Embed(ctx, text) }, // OR retry-timeout
		retry.Context(ctx),
		retry.Attempts(4), // OR retry-timeout
		retry.Delay(400*time.Millisecond),
		retry.MaxJitter(400*time.Millisecond),
		retry.RetryIf(model.Temporary),
		retry.LastErrorOnly(true),
	)
}
