package spent

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"
)

func flush(ctx context.Context) error { return nil }

func shared(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Print("cut off")
		err = srv.Close()
	}
	return errors.Join(err, flush(ctx)) // want `Shutdown has used up the deadline of 20s set at spent.go:\d+ if the test at spent.go:\d+ is true`
}

func inline(ctx context.Context, srv *http.Server) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := srv.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		srv.Close()
	}
	if err := flush(ctx); err != nil { // want `has used up the deadline of 20s`
		log.Print(err)
	}
}

// Each step has a deadline of its own.
func each(ctx context.Context, srv *http.Server) error {
	stopCtx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(stopCtx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	flushCtx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	return errors.Join(err, flush(flushCtx))
}

// What was exceeded ends the function.
func returns(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := srv.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		return srv.Close()
	}
	return flush(ctx)
}

// The context is made anew under the same name.
func anew(base context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(base, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	ctx, cancel = context.WithTimeout(base, 5*time.Second)
	defer cancel()
	return errors.Join(err, flush(ctx))
}

// Nothing is known of the caller's deadline: its error may come from elsewhere.
func callers(ctx context.Context, srv *http.Server) error {
	err := srv.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	return errors.Join(err, flush(ctx))
}

// By the operator.
func compared(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if err == context.DeadlineExceeded {
		log.Print("cut off")
	}
	return errors.Join(err, flush(ctx)) // want `has used up the deadline of 20s`
}

type logger struct{}

func (logger) Fatalw(msg string, args ...any) {}

// What was exceeded ends the process.
func fatal(ctx context.Context, srv *http.Server, l logger) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		l.Fatalw("cut off")
	}
	return errors.Join(err, flush(ctx))
}

func exits(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		panic(err)
	}
	return errors.Join(err, flush(ctx))
}

// Another error of that name.
var DeadlineExceeded = errors.New("too late")

func another(ctx context.Context, srv *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	err := srv.Shutdown(ctx)
	if errors.Is(err, DeadlineExceeded) {
		err = srv.Close()
	}
	return errors.Join(err, flush(ctx))
}
