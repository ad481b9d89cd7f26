// Package bad publishes knitting patterns from a task queue. The task's context, with the
// task's deadline and the server's shutdown, reaches the catalogue but not the clone before it.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/hibiken/asynq"

	"faultfield11/cases/blocking-no-ctx-pattern-checkout/bad/drafts"
)

// TypePublish is the task that publishes a knitting pattern.
const TypePublish = "pattern:publish"

// Order asks for one edition of a pattern to be published.
type Order struct {
	Repository string `json:"repository"`
	Edition    string `json:"edition"`
}

// Catalogue shows published patterns.
type Catalogue interface {
	Show(ctx context.Context, edition string, charts map[string]string) error
}

// Publisher handles the tasks.
type Publisher struct {
	catalogue Catalogue
	log       *slog.Logger
}

// NewPublisher returns a publisher into catalogue.
func NewPublisher(catalogue Catalogue, log *slog.Logger) *Publisher {
	return &Publisher{catalogue: catalogue, log: log}
}

// Mount adds the publisher to a task server.
func (p *Publisher) Mount(mux *asynq.ServeMux) { mux.HandleFunc(TypePublish, p.publish) }

func (p *Publisher) publish(ctx context.Context, task *asynq.Task) error {
	var order Order
	if err := json.Unmarshal(task.Payload(), &order); err != nil {
		return fmt.Errorf("publish: %w: %w", err, asynq.SkipRetry)
	}
	charts, err := drafts.Charts(order.Repository, order.Edition) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("publish %s: %w", order.Edition, err)
	}
	if err := p.catalogue.Show(ctx, order.Edition, charts); err != nil {
		return fmt.Errorf("publish %s: %w", order.Edition, err)
	}
	p.log.InfoContext(ctx, "published", "edition", order.Edition, "charts", len(charts))
	return nil
}
