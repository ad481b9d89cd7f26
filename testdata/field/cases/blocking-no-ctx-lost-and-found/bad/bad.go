// Package bad gives away lost umbrellas at night, as a cron job. The job's context ends with the process
// and with the night; the statement that takes minutes on a rainy month gets neither. A deploy at
// two o'clock waits for it and is then killed.
package bad

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/robfig/cron/v3"
)

// Office keeps lost things.
type Office struct {
	db    *sql.DB
	keep  time.Duration
	night time.Duration
	log   *slog.Logger
}

// NewOffice returns an office that keeps things for a while.
func NewOffice(db *sql.DB, keep time.Duration, log *slog.Logger) *Office {
	return &Office{db: db, keep: keep, night: 3 * time.Hour, log: log}
}

// Schedule adds the office's jobs, which end with ctx.
func (o *Office) Schedule(ctx context.Context, c *cron.Cron) error {
	for spec, job := range map[string]func(context.Context) error{
		"0 2 * * *": o.giveAway,
		"0 3 * * 0": o.count,
	} {
		if _, err := c.AddFunc(spec, o.run(ctx, spec, job)); err != nil {
			return fmt.Errorf("job at %q: %w", spec, err)
		}
	}
	return nil
}

func (o *Office) run(ctx context.Context, spec string, job func(context.Context) error) func() {
	return func() {
		ctx, cancel := context.WithTimeout(ctx, o.night)
		defer cancel()
		if err := job(ctx); err != nil {
			o.log.ErrorContext(ctx, "night job", "at", spec, "err", err)
		}
	}
}

func (o *Office) giveAway(ctx context.Context) error { // OR blocking-no-ctx
	before := time.Now().Add(-o.keep)
	n, err := o.release("umbrella", before) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("give away: %w", err)
	}
	o.log.InfoContext(ctx, "umbrellas given away", "n", n, "lost_before", before)
	return nil
}

func (o *Office) count(ctx context.Context) error {
	var n int
	if err := o.db.QueryRowContext(ctx, `SELECT count(*) FROM things WHERE given IS NULL`).Scan(&n); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	o.log.InfoContext(ctx, "things kept", "n", n)
	return nil
}

func (o *Office) release(kind string, before time.Time) (int64, error) {
	res, err := o.db.Exec(`UPDATE things SET given = now() WHERE kind = $1 AND lost < $2 AND given IS NULL`, kind, before) // EXPECT blocking-no-ctx
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}
