// Package across uses helpers of another package.
package across

import (
	"context"
	"time"

	"helpers"
)

func trace(any)    {}
func given(...any) {}

func contexts(ctx context.Context) {
	trace(helpers.Tagged(ctx, "a")) // want "^param ctx > value$"
	short, cancel := helpers.Short(ctx)
	defer cancel()
	trace(short) // want "^param ctx > bound 5s deferred$"
	limited, cancel := helpers.Limited(ctx, time.Minute)
	defer cancel()
	trace(limited)               // want "^param ctx > bound deferred$"
	trace(helpers.Detached(ctx)) // want "^param ctx > detach$"
	undo, stop := helpers.DetachedShort(ctx)
	defer stop()
	trace(undo)                                // want "^param ctx > detach > bound 1s deferred$"
	trace(helpers.Fresh())                     // want "^background > value$"
	trace(helpers.Sometimes(ctx, time.Second)) // want "^param ctx > opaque$"
	trace(helpers.External(ctx))               // want "^param ctx > opaque$"
}

func carriers(ctx context.Context) {
	req, _ := helpers.Request(ctx, "/")
	trace(req) // want "^param ctx$"
	bare, _ := helpers.Bare("/")
	trace(bare)                                // want "^none$"
	given(helpers.Command("ls").Run())         // want "^no$"
	given(helpers.CommandFor(ctx, "ls").Run()) // want "^yes param ctx$"
}
