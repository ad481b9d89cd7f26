// Package good renders invoices in background tasks.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"

	"faultfield5/cases/retry-timeout-task-too-short/good/pdf"
)

const typeRender = "invoice:render"

type payload struct {
	Invoice string `json:"invoice"`
}

// Schedule queues the rendering of an invoice; an invoice is queued at most once at a time.
func Schedule(ctx context.Context, client *asynq.Client, invoice string) error {
	raw, err := json.Marshal(payload{Invoice: invoice})
	if err != nil {
		return err
	}
	task := asynq.NewTask(typeRender, raw)
	_, err = client.EnqueueContext(ctx, task,
		asynq.TaskID(typeRender+":"+invoice),
		asynq.MaxRetry(0),
		asynq.Timeout(pdf.Tries*(pdf.Timeout+pdf.MaxWait)+30*time.Second),
	)
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return fmt.Errorf("schedule rendering of %s: %w", invoice, err)
	}
	return nil
}

// Archive stores a rendered invoice under its number.
type Archive interface {
	Put(ctx context.Context, invoice string, pdf []byte) error
}

// Worker handles the tasks.
type Worker struct {
	renderer *pdf.Renderer
	archive  Archive
}

// NewMux returns the handler of the worker process.
func NewMux(r *pdf.Renderer, a Archive) *asynq.ServeMux {
	w := &Worker{renderer: r, archive: a}
	mux := asynq.NewServeMux()
	mux.HandleFunc(typeRender, w.render)
	return mux
}

func (w *Worker) render(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	doc, err := w.renderer.Render(ctx, p.Invoice)
	if err != nil {
		return fmt.Errorf("render %s: %w", p.Invoice, err)
	}
	return w.archive.Put(ctx, p.Invoice, doc)
}
