// Package bad keeps the editions of a map collection up to date.
// The updater tries each edition four times, and its source tries each download five times: an
// edition that cannot be had is asked for twenty times.
package bad

import (
	"context"
	"errors"
	"faultfield2/cases/retry-timeout-map-editions/bad/source"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
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
	policy := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx)
	var e *source.Edition
	err = backoff.RetryNotify(func() error { // EXPECT retry-timeout
		var err error
		e, err = u.reader.Read(ctx, name, hash) // OR retry-timeout
		return err
	}, policy, func(err error, d time.Duration) {
		u.log.Warn("edition not read", "edition", name, "err", err, "again in", d)
	})
	if err != nil || e == nil {
		return err
	}
	return u.shelf.Write(e)
}
