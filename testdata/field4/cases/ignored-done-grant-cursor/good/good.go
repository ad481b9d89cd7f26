// Package good lists who may open a document. Grants come from several stores, each read
// ahead by a goroutine.
package good

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"faultfield4/cases/ignored-done-grant-cursor/good/cursor"
)

const listLimit = 5 * time.Second

// Grant lets a user open a document.
type Grant struct {
	User string
	Role string
}

// Store holds grants.
type Store interface {
	Grants(ctx context.Context, document, after string) (page []Grant, next string, err error)
}

// Directory knows all stores.
type Directory struct {
	stores []Store
}

// Users returns everybody who may open the document, sorted. Revocation relies on the list
// being complete.
func (d *Directory) Users(ctx context.Context, document string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, listLimit)
	defer cancel()

	var users []string
	for _, store := range d.stores {
		grants := cursor.Open(ctx, func(ctx context.Context, after string) ([]Grant, string, error) {
			return store.Grants(ctx, document, after)
		})
		for {
			g, err := grants.Next(ctx)
			if errors.Is(err, cursor.ErrDone) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("list grants of %s: %w", document, err)
			}
			users = append(users, g.User)
		}
	}
	slices.Sort(users)
	return slices.Compact(users), nil
}
