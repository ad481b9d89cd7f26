// Package good draws coupons as pictures, from a queue.
// A payload that will never be right tells the queue to leave it.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
)

// TypeDraw is the task's name.
const TypeDraw = "coupon:draw"

type payload struct {
	Coupon string `json:"coupon"`
	Size   string `json:"size"`
}

// Printer draws; a picture that exists is drawn over.
type Printer interface {
	Draw(ctx context.Context, coupon string, width, height int) error
}

// Handler draws coupons.
type Handler struct {
	printer Printer
	sizes   map[string][2]int
}

// Mux returns the handlers of this package.
func (h *Handler) Mux() *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc(TypeDraw, h.draw)
	return mux
}

func (h *Handler) draw(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload of %s: %w: %w", t.Type(), err, asynq.SkipRetry)
	}
	size, ok := h.sizes[p.Size]
	if !ok {
		return fmt.Errorf("coupon %s: no size %q: %w", p.Coupon, p.Size, asynq.SkipRetry)
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return h.printer.Draw(ctx, p.Coupon, size[0], size[1])
}
