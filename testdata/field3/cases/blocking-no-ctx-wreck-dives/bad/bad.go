// Package bad plans dives to wrecks. A plan is written in a transaction, and while its rows are
// locked a weather service is asked over the network, through a function that validates.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Dive is a plan.
type Dive struct {
	Wreck string
	Day   time.Time
	Boat  string
}

// Planner plans.
type Planner struct {
	pool     *pgxpool.Pool
	validate func(ctx context.Context, d Dive) error
}

// New returns a planner that asks the weather at url.
func New(pool *pgxpool.Pool, url string) *Planner {
	w := &weather{hc: &http.Client{Timeout: 20 * time.Second}, url: url}
	return &Planner{pool: pool, validate: w.calm}
}

// Plan stores a dive.
func (p *Planner) Plan(ctx context.Context, d Dive) error {
	return pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error { // OR blocking-no-ctx
		var free bool
		err := tx.QueryRow(ctx, `SELECT free FROM boat WHERE name = $1 FOR UPDATE`, d.Boat).Scan(&free)
		if err != nil {
			return fmt.Errorf("boat %s: %w", d.Boat, err)
		}
		if !free {
			return errors.New("boat is taken")
		}
		if err := p.validate(ctx, d); err != nil { // EXPECT blocking-no-ctx
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO dive (wreck, day, boat) VALUES ($1, $2, $3)`, d.Wreck, d.Day, d.Boat); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE boat SET free = false WHERE name = $1`, d.Boat)
		return err
	})
}

type weather struct {
	hc  *http.Client
	url string
}

func (w *weather) calm(ctx context.Context, d Dive) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url+"/"+d.Day.Format(time.DateOnly), nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var out struct{ Wind int }
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return err
	}
	if out.Wind > 5 {
		return fmt.Errorf("wind %d", out.Wind)
	}
	return nil
}
