// Package good indexes documents for similarity search.
package good

import (
	"context"
	"fmt"
	"time"

	"faultfield5/cases/retry-timeout-embedding-layers/good/model"
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
		vec, err := x.model.Embed(ctx, p)
		if err != nil {
			return fmt.Errorf("paragraph %d of %s: %w", i, doc, err)
		}
		vecs[i] = vec
	}
	return x.store.Replace(ctx, doc, vecs)
}
