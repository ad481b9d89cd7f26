// Package bad is the nightly job of a data warehouse: it brings the assets up to date and
// reports the outcome to the on-call channel.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"faultfield6/cases/ignored-done-pipeline-pool/bad/flow"
)

// Reporter tells people how a night went.
type Reporter interface {
	Succeeded(ctx context.Context, assets int) error
	Failed(ctx context.Context, cause error) error
}

// Nightly is the job.
type Nightly struct {
	pool     *flow.Pool
	reporter Reporter
	window   time.Duration
	log      *slog.Logger
}

// New returns the job; it has to be over within the window.
func New(pool *flow.Pool, r Reporter, window time.Duration, log *slog.Logger) *Nightly {
	return &Nightly{pool: pool, reporter: r, window: window, log: log}
}

// Run refreshes the assets and reports.
func (n *Nightly) Run(ctx context.Context, assets []flow.Asset) error {
	night, cancel := context.WithTimeout(ctx, n.window)
	defer cancel()
	if err := n.pool.Refresh(night, assets); err != nil {
		n.log.Error("night failed", "err", err)
		return errors.Join(err, n.reporter.Failed(ctx, err))
	}
	n.log.Info("night done", "assets", len(assets))
	return n.reporter.Succeeded(ctx, len(assets))
}
