package a

import (
	"context"
	"net/http"
)

type events struct{ c *http.Client }

// The event by which it tells of a failure is not looked up any more.
func (e *events) send(ctx context.Context, name string) error {
	if name != "failed" && name != "over" {
		if err := e.look(ctx); err != nil {
			return e.send(ctx, "failed")
		}
	}
	return e.write(ctx, name)
}

// This one is.
func (e *events) sendAll(ctx context.Context, name string) error {
	if name != "failed" {
		if err := e.look(ctx); err != nil {
			return e.sendAll(ctx, "over") // want `calls itself after each failure, without a limit`
		}
	}
	return e.write(ctx, name)
}

func (e *events) look(ctx context.Context) error { return fetch(e.c, "http://events/") }

func (e *events) write(ctx context.Context, name string) error { return fetch(e.c, "http://events/") }
