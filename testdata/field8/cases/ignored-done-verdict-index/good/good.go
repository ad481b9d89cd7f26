// Package good indexes court verdicts. Every call to the index has its time limit from one helper,
// which starts from the caller's context, so a cancelled import stops.
package good

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"time"
)

// Verdict is the text of a decision.
type Verdict struct {
	Docket string
	Text   string
}

// Index stores texts for searching.
type Index interface {
	Has(ctx context.Context, docket string) (bool, error)
	Put(ctx context.Context, docket, text string) error
}

// Importer copies verdicts into an index.
type Importer struct {
	index Index
	limit time.Duration
	log   *slog.Logger
}

// limited returns a context for one call to the index.
func (im *Importer) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, im.limit)
}

// Import copies the verdicts that are missing and returns their number.
func (im *Importer) Import(ctx context.Context, verdicts iter.Seq[Verdict]) (int, error) {
	n := 0
	for v := range verdicts {
		known, err := im.known(ctx, v.Docket)
		if err != nil {
			return n, fmt.Errorf("look up %s: %w", v.Docket, err)
		}
		if known {
			continue
		}
		if err := im.put(ctx, v); err != nil {
			return n, fmt.Errorf("index %s: %w", v.Docket, err)
		}
		n++
	}
	im.log.InfoContext(ctx, "verdicts imported", "new", n)
	return n, nil
}

func (im *Importer) known(ctx context.Context, docket string) (bool, error) {
	callCtx, cancel := im.limited(ctx)
	defer cancel()
	known, err := im.index.Has(callCtx, docket)
	if err != nil {
		im.log.WarnContext(ctx, "index does not answer", "docket", docket, "err", err)
	}
	return known, err
}

func (im *Importer) put(ctx context.Context, v Verdict) error {
	callCtx, cancel := im.limited(ctx)
	defer cancel()
	if err := im.index.Put(callCtx, v.Docket, v.Text); err != nil {
		return err
	}
	im.log.DebugContext(ctx, "verdict indexed", "docket", v.Docket, "bytes", len(v.Text))
	return nil
}
