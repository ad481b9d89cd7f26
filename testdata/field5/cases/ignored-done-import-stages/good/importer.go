// Package importer loads the timetable files of transport companies.
package importer

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"golang.org/x/sync/errgroup"

	"faultfield5/cases/ignored-done-import-stages/good/stops"
)

const batchSize = 500

// Sink stores stops.
type Sink interface {
	Insert(ctx context.Context, batch []stops.Stop) error
}

// Import reads stops from r and stores them in batches.
func Import(ctx context.Context, r io.Reader, sink Sink) error {
	rows := make(chan []string, 64)
	parsed := make(chan stops.Stop, 64)

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(rows)
		return readRows(ctx, csv.NewReader(r), rows)
	})
	g.Go(func() error {
		defer close(parsed)
		return stops.ParseAll(ctx, rows, parsed)
	})
	g.Go(func() error { return store(ctx, sink, parsed) })
	return g.Wait()
}

func readRows(ctx context.Context, r *csv.Reader, rows chan<- []string) error {
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		select {
		case rows <- row:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func store(ctx context.Context, sink Sink, parsed <-chan stops.Stop) error {
	batch := make([]stops.Stop, 0, batchSize)
	for s := range parsed {
		if batch = append(batch, s); len(batch) < batchSize {
			continue
		}
		if err := sink.Insert(ctx, batch); err != nil {
			return fmt.Errorf("insert %d stops: %w", len(batch), err)
		}
		batch = batch[:0]
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(batch) == 0 {
		return nil
	}
	return sink.Insert(ctx, batch)
}
