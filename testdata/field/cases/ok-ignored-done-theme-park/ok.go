// Package ok runs the servers of a theme park and stops them in order. Everything after the stop
// signal happens on a context made for it: the one that has ended would stop the stopping.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc"
)

// Closer is something that has to be told to stop, such as a queue or a trace exporter.
type Closer interface {
	Shutdown(ctx context.Context) error
}

// Park has a public and an internal server.
type Park struct {
	Public   *http.Server
	Internal *grpc.Server
	Closers  []Closer
	Grace    time.Duration
	Log      *slog.Logger
}

// Open serves on both listeners until ctx ends.
func (p *Park) Open(ctx context.Context, public, internal net.Listener) error {
	failed := make(chan error, 2)
	go func() {
		if err := p.Public.Serve(public); !errors.Is(err, http.ErrServerClosed) {
			failed <- fmt.Errorf("public: %w", err)
		}
	}()
	go func() {
		if err := p.Internal.Serve(internal); err != nil {
			failed <- fmt.Errorf("internal: %w", err)
		}
	}()
	var cause error
	select {
	case cause = <-failed:
	case <-ctx.Done():
		p.Log.Info("park closes", "cause", context.Cause(ctx))
	}
	return errors.Join(cause, p.close(ctx))
}

func (p *Park) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.Grace)
	defer cancel()

	var errs []error
	if err := p.Public.Shutdown(ctx); err != nil {
		errs = append(errs, fmt.Errorf("public: %w", err), p.Public.Close())
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		p.Internal.GracefulStop()
	}()
	select {
	case <-stopped:
	case <-ctx.Done():
		p.Internal.Stop()
		<-stopped
	}
	return errors.Join(append(errs, p.rest(ctx))...)
}

func (p *Park) rest(ctx context.Context) error {
	var wg sync.WaitGroup
	errs := make([]error, len(p.Closers))
	for i, c := range p.Closers {
		wg.Go(func() { errs[i] = c.Shutdown(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
