// Package slips is a controller that keeps the mooring slips of a seaplane harbour in step
// with the harbour master's register.
package slips

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"faultfield15/cases/blocking-no-ctx-seaplane-slips/good/register"
)

// Request names the slip to reconcile.
type Request struct{ Harbour, Slip string }

// Result says when to look at the slip again.
type Result struct{ RequeueAfter time.Duration }

// Plan is the wanted state.
type Plan interface {
	Holder(ctx context.Context, harbour, slip string) (string, error)
}

// Reconciler brings slips into line.
type Reconciler struct {
	plan     Plan
	register *register.Client
	log      *slog.Logger
}

// Reconcile handles one slip.
func (r *Reconciler) Reconcile(ctx context.Context, req Request) (Result, error) {
	want, err := r.plan.Holder(ctx, req.Harbour, req.Slip)
	if err != nil {
		return Result{}, fmt.Errorf("plan of slip %s: %w", req.Slip, err)
	}
	have, err := r.register.Holder(ctx, req.Slip)
	if err != nil {
		return Result{}, fmt.Errorf("read slip %s: %w", req.Slip, err)
	}
	if have != want {
		r.log.InfoContext(ctx, "slip changes hands", "slip", req.Slip, "from", have, "to", want)
		if err := r.register.Assign(ctx, req.Slip, want); err != nil {
			return Result{}, fmt.Errorf("assign slip %s: %w", req.Slip, err)
		}
	}
	return Result{RequeueAfter: 10 * time.Minute}, nil
}
