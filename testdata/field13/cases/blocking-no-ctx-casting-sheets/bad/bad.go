// Package bad stores casting sheets that theatres publish, as tasks of an asynq server. The
// helper in package sheet fetches with http.Get: no context and no limit. A theatre whose
// server accepts and stays silent holds a worker long after the task's own deadline.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/hibiken/asynq"

	"faultfield13/cases/blocking-no-ctx-casting-sheets/bad/sheet"
)

// FetchSheet is the type of the tasks.
const FetchSheet = "sheet:fetch"

type payload struct {
	Theatre string `json:"theatre"`
	URL     string `json:"url"`
}

// Store keeps sheets; a newer one replaces the older one of the same theatre.
type Store interface {
	Put(ctx context.Context, theatre string, cast map[string]string) error
}

// Worker handles the tasks.
type Worker struct {
	store Store
	log   *slog.Logger
}

// Register adds the worker to the mux.
func (w *Worker) Register(mux *asynq.ServeMux) {
	mux.HandleFunc(FetchSheet, w.fetch)
}

func (w *Worker) fetch(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	cast, err := sheet.Fetch(p.URL) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("sheet of %s: %w", p.Theatre, err)
	}
	if err := w.store.Put(ctx, p.Theatre, cast); err != nil {
		return fmt.Errorf("store sheet of %s: %w", p.Theatre, err)
	}
	w.log.InfoContext(ctx, "sheet stored", "theatre", p.Theatre, "roles", len(cast))
	return nil
}
