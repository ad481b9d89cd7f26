// Package good reads the history of a build pipeline.
// withSession runs the function once more on a new connection when the old one breaks; the function
// begins with an empty slice each time.
package good

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Stage is one stage of a run.
type Stage struct {
	Name  string
	Begun time.Time
	Took  time.Duration
}

// History reads stages.
type History struct {
	db  *sql.DB
	log *slog.Logger
}

// Stages lists the stages of a run in order.
func (h *History) Stages(ctx context.Context, run int64) ([]Stage, error) {
	var stages []Stage
	err := h.withSession(ctx, func(c *sql.Conn) error {
		stages = stages[:0]
		rows, err := c.QueryContext(ctx, `SELECT name, begun, took_ms FROM stages WHERE run = ? ORDER BY begun`, run)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var s Stage
			var ms int64
			if err := rows.Scan(&s.Name, &s.Begun, &ms); err != nil {
				return err
			}
			s.Took = time.Duration(ms) * time.Millisecond
			stages = append(stages, s)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("stages of run %d: %w", run, err)
	}
	return stages, nil
}

// withSession runs fn on one connection, a second time on another if the first turns out to be dead.
func (h *History) withSession(ctx context.Context, fn func(*sql.Conn) error) error {
	err := h.session(ctx, fn)
	if err != nil && ctx.Err() == nil && errors.Is(err, driver.ErrBadConn) {
		h.log.Info("connection broke, once more", "err", err)
		err = h.session(ctx, fn)
	}
	return err
}

func (h *History) session(ctx context.Context, fn func(*sql.Conn) error) error {
	c, err := h.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	return fn(c)
}
