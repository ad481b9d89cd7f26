// Package cmd puts a service together.
package cmd

import (
	"context"
	"database/sql"

	"wired/memory"
	"wired/pg"
	"wired/web"
)

func Wire(db *sql.DB, test bool) (*web.API, error) {
	if test {
		return web.New(&memory.Barges{}, &pg.Locks{DB: db})
	}
	return web.New(&pg.Barges{DB: db}, &pg.Locks{DB: db}) // want `ByName and Rename of pg\.Barges wait without a context, and functions like \(\*API\)\.show of package web \(web\.go:\d+\) call them behind an interface with r\.Context\(\) at hand, the end of which does not end them: \(\*API\)\.show → \(\*Barges\)\.ByName → \(\*sql\.DB\)\.QueryRow \(pg\.go:\d+\); give the methods of Barges a context and pass it on`
}

func Field(db *sql.DB) *web.API {
	return &web.API{
		Locks: &pg.Locks{DB: db},
		Audit: &pg.Audit{DB: db}, // only a goroutine writes to it
	}
}

func Work(ctx context.Context, db *sql.DB) error {
	ledger := pg.Ledger{DB: db}
	if err := web.Process(ctx, &pg.Quick{DB: db}); err != nil {
		return err
	}
	if err := web.Process(ctx, memory.Ledger{}); err != nil {
		return err
	}
	return web.Process(ctx, ledger) // want `Ledger\.Sum waits without a context, and Process of package web \(web\.go:\d+\) calls it as Ledger\.Sum with ctx at hand`
}
