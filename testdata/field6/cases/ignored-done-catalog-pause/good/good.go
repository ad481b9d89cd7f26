// Package good mirrors the albums of followed artists into a local library.
package good

import (
	"context"
	"fmt"

	"faultfield6/cases/ignored-done-catalog-pause/good/catalog"
)

// Library stores albums; storing one twice is harmless.
type Library interface {
	Artists(ctx context.Context) ([]string, error)
	Put(ctx context.Context, a catalog.Album) error
}

// Mirror copies albums.
type Mirror struct {
	api     *catalog.Client
	library Library
}

// NewMirror returns a mirror.
func NewMirror(api *catalog.Client, library Library) *Mirror {
	return &Mirror{api: api, library: library}
}

// Sync copies what is new.
func (m *Mirror) Sync(ctx context.Context) error {
	artists, err := m.library.Artists(ctx)
	if err != nil {
		return err
	}
	for _, artist := range artists {
		albums, err := m.api.Albums(ctx, artist)
		if err != nil {
			return fmt.Errorf("albums of %s: %w", artist, err)
		}
		for _, a := range albums {
			if err := m.library.Put(ctx, a); err != nil {
				return err
			}
		}
	}
	return nil
}
