package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// inTx is the project's own way of running a transaction.
func inTx(ctx context.Context, db *sql.DB, fn func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

type planner struct {
	db    *sql.DB
	c     *client
	check func(ctx context.Context, day string) error
}

func newPlanner(db *sql.DB, c *client) *planner {
	w := &weather{hc: &http.Client{Timeout: 20 * time.Second}}
	return &planner{db: db, c: c, check: w.calm}
}

type weather struct{ hc *http.Client }

func (w *weather) calm(ctx context.Context, day string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://h/"+day, nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (p *planner) closure(ctx context.Context) error {
	return inTx(ctx, p.db, func(tx *sql.Tx) error {
		if _, err := p.c.renew(ctx); err != nil { // want `the transaction tx, begun at closure.go:\d+, stays open across \(\*http.Client\).Do`
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE a")
		return err
	})
}

func (p *planner) field(ctx context.Context) error {
	return inTx(ctx, p.db, func(tx *sql.Tx) error {
		if err := p.check(ctx, "today"); err != nil { // want `the transaction tx, begun at closure.go:\d+, stays open across \(\*http.Client\).Do`
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE a")
		return err
	})
}

func (p *planner) pause(ctx context.Context) error {
	return inTx(ctx, p.db, func(tx *sql.Tx) error {
		time.Sleep(5 * time.Second) // want `the transaction tx, begun at closure.go:\d+, stays open across`
		_, err := tx.ExecContext(ctx, "UPDATE a")
		return err
	})
}

// Asked before the transaction, and told after it.
func (p *planner) around(ctx context.Context) error {
	if err := p.check(ctx, "today"); err != nil {
		return err
	}
	err := inTx(ctx, p.db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE a")
		return err
	})
	if err != nil {
		return err
	}
	return p.check(ctx, "tomorrow")
}

// In a goroutine of its own, which the transaction does not wait for.
func (p *planner) apart(ctx context.Context) error {
	return inTx(ctx, p.db, func(tx *sql.Tx) error {
		go p.check(context.WithoutCancel(ctx), "today")
		_, err := tx.ExecContext(ctx, "UPDATE a")
		return err
	})
}

type draft struct{ rows []string }

func (d *draft) add(row string) { d.rows = append(d.rows, row) }

func build(fn func(d *draft) error) error { return fn(&draft{}) }

// No transaction.
func (p *planner) draft(ctx context.Context) error {
	return build(func(d *draft) error {
		d.add("a")
		return p.check(ctx, "today")
	})
}
