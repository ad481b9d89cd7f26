// Package gostarted runs functions in goroutines only.
package gostarted

import (
	"context"
	"database/sql"
	"net/http"
)

type publisher struct{ db *sql.DB }

func (p *publisher) Publish(ctx context.Context, what string) error {
	_, err := p.db.ExecContext(ctx, "INSERT INTO outbox (what) VALUES ($1)", what)
	return err
}

func create(w http.ResponseWriter, r *http.Request, p *publisher) {
	go publish(r.Context(), p, "created")
	if err := waited(r.Context(), p, "created"); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

// Nobody waits for it.
func publish(ctx context.Context, p *publisher, what string) {
	if err := p.Publish(context.WithoutCancel(ctx), what); err != nil {
		println(err.Error())
	}
}

func waited(ctx context.Context, p *publisher, what string) error {
	return p.Publish(context.WithoutCancel(ctx), what) // want `the caller waits for \(\*publisher\).Publish, but its context is detached from ctx`
}
