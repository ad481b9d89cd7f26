// Package good checks the boxes of an archive against their lists. A box that cannot be
// read is noted and passed over; the end of the context ends the check.
package good

import (
	"context"
	"fmt"
	"log/slog"
)

// Box is one box of papers.
type Box struct {
	Shelf  string
	Number int
}

// Archive keeps boxes.
type Archive interface {
	Boxes(ctx context.Context) ([]Box, error)
	Count(ctx context.Context, b Box) (int, error)
	Listed(ctx context.Context, b Box) (int, error)
}

// Report is the outcome of a check.
type Report struct {
	Whole, Short int
	Damaged      []Box
}

// Inspector checks an archive.
type Inspector struct {
	archive Archive
	log     *slog.Logger
}

// Check goes through all boxes.
func (i *Inspector) Check(ctx context.Context) (Report, error) {
	var report Report
	boxes, err := i.archive.Boxes(ctx)
	if err != nil {
		return report, fmt.Errorf("list boxes: %w", err)
	}
	for _, b := range boxes {
		whole, err := i.compare(ctx, b)
		if ctx.Err() != nil {
			return report, ctx.Err()
		}
		if err != nil {
			i.log.WarnContext(ctx, "box cannot be checked", "shelf", b.Shelf, "box", b.Number, "err", err)
			report.Damaged = append(report.Damaged, b)
			continue
		}
		if whole {
			report.Whole++
		} else {
			report.Short++
		}
	}
	return report, nil
}

func (i *Inspector) compare(ctx context.Context, b Box) (bool, error) {
	want, err := i.archive.Listed(ctx, b)
	if err != nil {
		return false, fmt.Errorf("read list: %w", err)
	}
	got, err := i.archive.Count(ctx, b)
	if err != nil {
		return false, fmt.Errorf("count papers: %w", err)
	}
	return got >= want, nil
}
