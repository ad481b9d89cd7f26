// Package a has calls under contexts that are over, and the right code beside.
package a

import (
	"context"
	"errors"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

type Store interface {
	Claim(ctx context.Context, key string) (string, error)
	Release(ctx context.Context, key string) error
	Save(ctx context.Context, rows []string) error
}

func shutdownAfterDone(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `\(\*Server\).Shutdown fails at once here: its context ctx is over, as seen at a.go:\d+; give it context.WithTimeout\(context.WithoutCancel\(ctx\), limit\)`
}

func shutdownAfterSignal(srv *http.Server) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `Shutdown fails at once here`
}

func shutdownFresh(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return srv.Shutdown(stop)
}

func afterSelect(ctx context.Context, srv *http.Server, failed chan error) error {
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	return srv.Shutdown(ctx) // want `Shutdown fails at once here: its context ctx is over`
}

// The select is also passed by a stop that is not the context's.
func afterSelectOfTwo(ctx context.Context, srv *http.Server, stop chan struct{}) error {
	select {
	case <-stop:
	case <-ctx.Done():
	}
	return srv.Shutdown(ctx)
}

func afterSelectWithBreak(ctx context.Context, srv *http.Server, failed chan error) error {
	select {
	case err := <-failed:
		if err == nil {
			break
		}
		return err
	case <-ctx.Done():
	}
	return srv.Shutdown(ctx)
}

func inClause(ctx context.Context, s Store, in chan string) error {
	var rows []string
	for {
		select {
		case r := <-in:
			rows = append(rows, r)
		case <-ctx.Done():
			return s.Save(ctx, rows) // want `Store.Save fails at once here`
		}
	}
}

type batch struct {
	store Store
	in    chan string
}

func (b *batch) run(ctx context.Context) error {
	var rows []string
	for {
		select {
		case r := <-b.in:
			rows = append(rows, r)
		case <-ctx.Done():
			b.flush(ctx, rows) // want `\(\*batch\).flush → Store.Save fails at once here: its context ctx is over`
			return ctx.Err()
		}
	}
}

func (b *batch) flush(ctx context.Context, rows []string) {
	if err := b.store.Save(ctx, rows); err != nil {
		println(err.Error())
	}
}

func (b *batch) runRight(ctx context.Context) error {
	<-ctx.Done()
	b.flushFresh(ctx, nil)
	return ctx.Err()
}

// flushFresh makes a context of its own.
func (b *batch) flushFresh(ctx context.Context, rows []string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := b.store.Save(ctx, rows); err != nil {
		println(err.Error())
	}
}

func afterCancel(ctx context.Context, s Store) error {
	ctx, cancel := context.WithCancel(ctx)
	if _, err := s.Claim(ctx, "k"); err != nil {
		cancel()
		return err
	}
	cancel()
	return s.Release(ctx, "k") // want `Store.Release fails at once here: its context ctx was cancelled at a.go:\d+`
}

func deferOrder(ctx context.Context, s Store) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	if _, err := s.Claim(ctx, "k"); err != nil {
		cancel()
		return err
	}
	defer s.Release(ctx, "k") // want `its context ctx is cancelled by the deferred call at a.go:\d+, which runs before this one`
	defer cancel()
	return s.Save(ctx, nil)
}

func errSeen(ctx context.Context, s Store) error {
	if err := ctx.Err(); err != nil {
		return errors.Join(err, s.Release(ctx, "k")) // want `Store.Release fails at once here`
	}
	return nil
}

func undoOnFailure(ctx context.Context, s Store) (err error) {
	if _, err = s.Claim(ctx, "k"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = s.Release(ctx, "k") // want `Store.Release cleans up after a failure, but under ctx, whose end may be that failure`
		}
	}()
	return s.Save(ctx, nil)
}

func undoFresh(ctx context.Context, s Store) (err error) {
	if _, err = s.Claim(ctx, "k"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = s.Release(ctx, "k")
		}
	}()
	return s.Save(ctx, nil)
}

// Logs need no live context.
func logs(ctx context.Context, log interface{ Log(context.Context, string) }) error {
	<-ctx.Done()
	log.Log(ctx, "stopped")
	return ctx.Err()
}
