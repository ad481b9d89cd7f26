// Package loader writes the files of a delivery into a dataset of the data lake.
package loader

import (
	"context"
	"fmt"
	"log/slog"

	"faultfield15/cases/ignored-done-dataset-writers/bad/leases"
)

// Lake stores files.
type Lake interface {
	Put(ctx context.Context, dataset, file string) error
	Publish(ctx context.Context, dataset string) error
}

// Loader loads deliveries.
type Loader struct {
	keeper *leases.Keeper
	lake   Lake
	log    *slog.Logger
}

// Load writes the files and publishes the dataset. Readers see nothing before that.
func (l *Loader) Load(ctx context.Context, dataset string, files []string) error {
	lease, err := l.keeper.Acquire(ctx, dataset)
	if err != nil {
		return err
	}
	defer func() {
		if err := lease.Release(ctx); err != nil { // OR ignored-done
			l.log.WarnContext(ctx, "lease not given back", "dataset", dataset, "err", err)
		}
	}()
	for _, f := range files {
		if err := l.lake.Put(ctx, dataset, f); err != nil {
			return fmt.Errorf("put %s into %s: %w", f, dataset, err)
		}
	}
	if err := l.lake.Publish(ctx, dataset); err != nil {
		return fmt.Errorf("publish %s: %w", dataset, err)
	}
	l.log.InfoContext(ctx, "delivery loaded", "dataset", dataset, "files", len(files))
	return nil
}
