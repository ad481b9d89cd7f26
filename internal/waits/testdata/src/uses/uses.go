// Package uses is about what functions do with their context parameter.
package uses

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

func UseNone(n int) {} // want `ctx none`

func UseBlank(_ context.Context) {} // want `ctx blank`

func UseUnnamed(context.Context) {} // want `ctx blank`

func UseUnused(ctx context.Context) {} // want `ctx unused`

func UseAssignedAway(ctx context.Context) { _ = ctx } // want `ctx unused`

func UseLogged(ctx context.Context) { // want `ctx values`
	slog.InfoContext(ctx, "x")
	_ = ctx.Value("k")
}

func UseDetached(ctx context.Context, db *sql.DB) { // want `ctx values`
	db.QueryContext(context.WithoutCancel(ctx), "x") // want `QueryContext: root proven`
}

func UseQuery(ctx context.Context, db *sql.DB) { // want `ctx waits`
	db.QueryContext(ctx, "x") // want `QueryContext: param 0 of UseQuery`
}

func UseDerived(ctx context.Context, db *sql.DB) { // want `ctx waits`
	c, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	db.QueryContext(c, "x") // want `QueryContext: param 0 of UseDerived limit 1s`
}

func UseDerivedUnused(ctx context.Context) { // want `ctx values|ctx unused`
	c, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	slog.InfoContext(c, "x")
}

func UseTested(ctx context.Context) bool { // want `ctx waits`
	return ctx.Err() != nil
}

func UsePassed(ctx context.Context, f func(context.Context)) { // want `ctx passed`
	f(ctx)
}

func UseReturned(ctx context.Context) context.Context { return ctx } // want `ctx passed`

func helper(ctx context.Context, db *sql.DB) {
	db.QueryContext(ctx, "x") // want `QueryContext: param 0 of helper`
}

func UseHelper(ctx context.Context, db *sql.DB) { // want `ctx waits`
	helper(ctx, db) // want `QueryContext: param 0 of UseHelper via helper`
}

func UseInLiteral(ctx context.Context, db *sql.DB) { // want `ctx waits`
	go func() {
		db.QueryContext(ctx, "x") // want `QueryContext: param 0 of UseInLiteral goroutine`
	}()
}
