// Package good keeps the editions of a map collection up to date.
// The source tries downloads again; the updater only writes what it got.
package good

import (
	"context"
	"errors"
	"faultfield2/cases/retry-timeout-map-editions/good/source"
	"fmt"
	"log/slog"
)

// Reader gets an edition that differs from the one with the hash.
type Reader interface {
	Read(ctx context.Context, edition, hash string) (*source.Edition, error)
}

// Shelf keeps editions.
type Shelf interface {
	Hash(edition string) (string, error)
	Write(e *source.Edition) error
}

// Updater updates editions.
type Updater struct {
	reader Reader
	shelf  Shelf
	log    *slog.Logger
}

// New returns an updater that reads from the publisher.
func New(url string, shelf Shelf, log *slog.Logger) *Updater {
	return &Updater{reader: source.NewHTTP(url), shelf: shelf, log: log}
}

// Update brings all editions up to date.
func (u *Updater) Update(ctx context.Context, editions []string) error {
	var errs []error
	for _, name := range editions {
		if err := u.update(ctx, name); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func (u *Updater) update(ctx context.Context, name string) error {
	hash, err := u.shelf.Hash(name)
	if err != nil {
		return err
	}
	e, err := u.reader.Read(ctx, name, hash)
	if err != nil || e == nil {
		return err
	}
	return u.shelf.Write(e)
}
