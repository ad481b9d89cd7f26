// Package bad roasts coffee from a task queue. The handler says nil when its work was
// cancelled, because that is no error; for the queue nil means done. Every restart of
// the workers loses the roasts in hand.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
)

// TypeRoast is the type of the tasks.
const TypeRoast = "coffee:roast"

// Order is the payload.
type Order struct {
	Batch string `json:"batch"`
	Kilos int    `json:"kilos"`
}

// Roaster roasts. The same batch is not roasted twice.
type Roaster interface {
	Roast(ctx context.Context, o Order) error
}

// Handler handles roast tasks.
type Handler struct {
	roaster Roaster
	limit   time.Duration
	log     *slog.Logger
}

// Register adds the handler to the mux.
func (h *Handler) Register(mux *asynq.ServeMux) { mux.Handle(TypeRoast, h) }

// ProcessTask implements asynq.Handler.
func (h *Handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var o Order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return fmt.Errorf("decode order: %w: %w", err, asynq.SkipRetry)
	}
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()

	err := h.roaster.Roast(ctx, o)
	switch {
	case err == nil:
		h.log.InfoContext(ctx, "roasted", "batch", o.Batch, "kilos", o.Kilos)
		return nil
	case errors.Is(err, context.Canceled): // OR ignored-done
		h.log.InfoContext(ctx, "roast cancelled", "batch", o.Batch)
		return nil // EXPECT ignored-done
	default:
		return fmt.Errorf("roast %s: %w", o.Batch, err)
	}
}
