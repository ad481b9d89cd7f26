// Package bad indexes court verdicts. Every call to the index has its time limit from one helper,
// and the helper starts from an empty context: a cancelled import goes on to write verdict
// after verdict, and each write may take its full limit.
package bad

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
func (im *Importer) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), im.limit) // EXPECT ignored-done
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
	callCtx, cancel := im.limited() // OR ignored-done
	defer cancel()
	known, err := im.index.Has(callCtx, docket) // OR ignored-done
	if err != nil {
		im.log.WarnContext(ctx, "index does not answer", "docket", docket, "err", err)
	}
	return known, err
}

func (im *Importer) put(ctx context.Context, v Verdict) error {
	callCtx, cancel := im.limited() // OR ignored-done
	defer cancel()
	if err := im.index.Put(callCtx, v.Docket, v.Text); err != nil { // OR ignored-done
		return err
	}
	im.log.DebugContext(ctx, "verdict indexed", "docket", v.Docket, "bytes", len(v.Text))
	return nil
}
