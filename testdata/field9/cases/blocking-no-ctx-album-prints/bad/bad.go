// Package bad prints photo albums as asynq tasks. A task has a context that ends with its
// deadline or with the worker, and the handler cannot hand it on: package shelf reads and writes
// the database without one.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"

	"faultfield9/cases/blocking-no-ctx-album-prints/bad/shelf"
)

// TypePrint is the type of the tasks.
const TypePrint = "album:print"

// Press prints pages.
type Press interface {
	Print(ctx context.Context, page shelf.Page) error
}

// Printer handles tasks.
type Printer struct {
	shelf *shelf.Shelf
	press Press
}

// NewPrinter prints albums from a shelf.
func NewPrinter(s *shelf.Shelf, press Press) *Printer { return &Printer{shelf: s, press: press} }

// Register adds the handler to a mux.
func (p *Printer) Register(mux *asynq.ServeMux) { mux.HandleFunc(TypePrint, p.print) }

func (p *Printer) print(ctx context.Context, t *asynq.Task) error {
	var job struct {
		Album int64 `json:"album"`
	}
	if err := json.Unmarshal(t.Payload(), &job); err != nil {
		return errors.Join(err, asynq.SkipRetry)
	}
	pages, err := p.shelf.Unprinted(job.Album) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("pages of album %d: %w", job.Album, err)
	}
	for _, page := range pages {
		if err := p.press.Print(ctx, page); err != nil {
			return fmt.Errorf("print page %d: %w", page.ID, err)
		}
		if err := p.shelf.Printed(page.ID); err != nil { // OR blocking-no-ctx
			return fmt.Errorf("mark page %d: %w", page.ID, err)
		}
	}
	return nil
}
