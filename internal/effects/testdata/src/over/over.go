// Package over sees effects of another package through their summaries.
package over

import (
	"context"
	"database/sql"

	"github.com/google/uuid"

	"pay"
)

func again(f func() error) error { return f() }

func Charge(ctx context.Context, c *pay.Client, raw []byte) error {
	return again(func() error {
		return c.Charge(ctx, raw) // want "write POST to /charges, via (*pay.Client).Charge (*Client).do"
	})
}

func Balance(ctx context.Context, c *pay.Client) error {
	return again(func() error { return c.Balance(ctx) })
}

func Key(ctx context.Context, c *pay.Client, raw []byte) error {
	key := uuid.NewString()
	return again(func() error {
		if err := c.ChargeWithKey(ctx, key, raw); err != nil { // want "write POST to /charges, fresh key once, via (*pay.Client).ChargeWithKey (*Client).do"
			return err
		}
		if err := c.ChargeWithKey(ctx, uuid.NewString(), raw); err != nil { // want "write POST to /charges, fresh key in each run, via (*pay.Client).ChargeWithKey (*Client).do"
			return err
		}
		if err := c.ChargeWithKey(ctx, "", raw); err != nil { // want "write POST to /charges, via (*pay.Client).ChargeWithKey (*Client).do"
			return err
		}
		return c.ChargeAnew(ctx, raw) // want "write POST to /charges, fresh key in each run, via (*pay.Client).ChargeAnew (*Client).do"
	})
}

func Open(ctx context.Context, c *pay.Client, db *sql.DB, m string) {
	c.Call(ctx, "POST", "/refunds", nil) // want "write POST to /refunds, via (*pay.Client).Call (*Client).do"
	c.Call(ctx, "GET", "/refunds", nil)
	c.Call(ctx, m, "/refunds", nil)               // want "unknown (*http.Client).Do, via (*pay.Client).Call (*Client).do"
	pay.Exec(ctx, db, "INSERT INTO t VALUES (1)") // want "write INSERT INTO t, via pay.Exec"
	pay.Exec(ctx, db, "UPDATE t SET a = $1", 1)   // want "idempotent UPDATE t, via pay.Exec"
}

func Tx(ctx context.Context, db *sql.DB) {
	tx, err := db.Begin()
	if err != nil {
		return
	}
	for try := 0; try < 3; try++ {
		pay.Insert(ctx, tx) // want "write INSERT INTO t, in tx of all runs, via pay.Insert"
		pay.Once(ctx, db)   // want "write INSERT INTO t, in tx of the run, via pay.Once Insert" "write (*sql.Tx).Commit, in tx of the run, via pay.Once"
	}
}

func Marked(ctx context.Context, c *pay.Client, raw []byte) { c.Marked(ctx, raw) }
