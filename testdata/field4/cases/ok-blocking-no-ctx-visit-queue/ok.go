// Package ok counts page visits. Handlers only hand visits over; one goroutine writes them to
// the statistics database in batches.
package ok

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	batchSize  = 200
	writeLimit = 5 * time.Second
)

// Visit is one visit of a page.
type Visit struct {
	Page string
	At   time.Time
}

// Counter counts visits.
type Counter struct {
	db      *sql.DB
	queue   chan func() Visit
	dropped atomic.Int64
	log     *slog.Logger
}

// NewCounter returns a counter; Run must be started.
func NewCounter(db *sql.DB, log *slog.Logger) *Counter {
	return &Counter{db: db, queue: make(chan func() Visit, 4096), log: log}
}

// Wrap counts the visits of a handler. It does not make visitors wait.
func (c *Counter) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, at := r.URL.Path, time.Now()
		select {
		case c.queue <- func() Visit { return Visit{Page: page, At: at} }:
		default:
			c.dropped.Add(1)
		}
		next.ServeHTTP(w, r)
	})
}

// Run writes batches until ctx ends; what is queued then is still written.
func (c *Counter) Run(ctx context.Context) {
	ticker := time.NewTicker(2 * time.Second)
	defer ticker.Stop()
	batch := make([]Visit, 0, batchSize)
	for {
		select {
		case visit := <-c.queue:
			if batch = append(batch, visit()); len(batch) < batchSize {
				continue
			}
		case <-ticker.C:
		case <-ctx.Done():
			for {
				select {
				case visit := <-c.queue:
					batch = append(batch, visit())
					continue
				default:
				}
				c.flush(batch)
				return
			}
		}
		c.flush(batch)
		batch = batch[:0]
	}
}

// flush is nobody's request: it has a time limit of its own and is not cut short by a stop.
func (c *Counter) flush(batch []Visit) {
	if len(batch) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), writeLimit)
	defer cancel()
	if err := c.write(ctx, batch); err != nil {
		c.dropped.Add(int64(len(batch)))
		c.log.Error("visits lost", "count", len(batch), "err", err)
	}
}

func (c *Counter) write(ctx context.Context, batch []Visit) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	stmt, err := tx.PrepareContext(ctx, `INSERT INTO visits (page, visited_at) VALUES ($1, $2)`)
	if err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	defer stmt.Close()
	for _, v := range batch {
		if _, err := stmt.ExecContext(ctx, v.Page, v.At); err != nil {
			return fmt.Errorf("insert visit of %s: %w", v.Page, err)
		}
	}
	return tx.Commit()
}
