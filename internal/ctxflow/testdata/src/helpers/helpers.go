// Package helpers derives contexts for other packages.
package helpers

import (
	"context"
	"net/http"
	"os/exec"
	"time"
)

func Tagged(ctx context.Context, tag string) context.Context {
	return context.WithValue(ctx, "tag", tag)
}

func Short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

func Limited(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

func Detached(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

func DetachedShort(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	return ctx, cancel
}

func Fresh() context.Context { return context.Background() }

func Sometimes(ctx context.Context, d time.Duration) context.Context {
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		_ = cancel
	}
	return ctx
}

func Request(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, "GET", url, nil)
}

func Bare(url string) (*http.Request, error) { return http.NewRequest("GET", url, nil) }

func Command(name string) *exec.Cmd { return exec.Command(name) }

func CommandFor(ctx context.Context, name string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name)
	cmd.Dir = "/"
	return cmd
}

func External(ctx context.Context) context.Context { return wrap(ctx) }

var wrap = func(ctx context.Context) context.Context { return ctx }
