// Package a has work under another context than its caller's, and the right
// code beside.
package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

type Store interface {
	Load(ctx context.Context, key string) (string, error)
	Save(ctx context.Context, key, val string) error
	Unlock(ctx context.Context, key string) error
}

type service struct {
	store Store
	db    *sql.DB
	base  context.Context
}

func (s *service) background(ctx context.Context) (string, error) {
	return s.store.Load(context.Background(), "k") // want `the end of ctx does not reach Store.Load, although the caller waits for it: its context starts here; pass ctx`
}

func (s *service) todo(ctx context.Context) error {
	_, err := s.db.ExecContext(context.TODO(), "UPDATE t SET a = 1") // want `the end of ctx does not reach \(\*DB\).ExecContext`
	return err
}

func (s *service) without(ctx context.Context) (string, error) {
	own := context.WithoutCancel(ctx)
	return s.store.Load(own, "k") // cut off on purpose; whether the store has a limit is not in sight
}

func (s *service) withoutLimit(ctx context.Context) error {
	own := context.WithoutCancel(ctx) // want `the caller waits for \(\*DB\).ExecContext, but its context is detached from ctx and has no limit of its own, so that nothing ends it`
	_, err := s.db.ExecContext(own, "UPDATE t SET a = 1")
	return err
}

func (s *service) handler(w http.ResponseWriter, r *http.Request) {
	if _, err := s.store.Load(context.Background(), r.PathValue("k")); err != nil { // want `the end of r.Context\(\) does not reach Store.Load`
		http.Error(w, err.Error(), 500)
	}
}

func (s *service) request(ctx context.Context) error {
	req, err := http.NewRequestWithContext(context.Background(), "GET", "http://x", nil) // want `the end of ctx does not reach`
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *service) passed(ctx context.Context) (string, error) {
	return s.store.Load(ctx, "k")
}

func (s *service) closure(ctx context.Context) error {
	do := func() error {
		return s.store.Save(context.Background(), "k", "v") // want `the end of ctx does not reach Store.Save`
	}
	return do()
}

func newPull(s *service) *cobra.Command {
	return &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.pull(context.Background(), args) // want `the end of cmd.Context\(\) does not reach \(\*service\).pull`
		},
	}
}

func newPullRight(s *service) *cobra.Command {
	return &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.pull(cmd.Context(), args)
		},
	}
}

func (s *service) pull(ctx context.Context, keys []string) error {
	for _, k := range keys {
		if _, err := s.store.Load(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// Clean-up that is detached and bounded is right.
func (s *service) unlock(ctx context.Context) (err error) {
	defer func() {
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = s.store.Unlock(own, "k")
	}()
	return s.store.Save(ctx, "k", "v")
}

// Clean-up that is detached and has no limit may hold the caller for ever.
func (s *service) unlockEndless(ctx context.Context) (err error) {
	defer func() {
		own := context.WithoutCancel(ctx) // want `nothing ends Store.Unlock any more: its context is detached from ctx and has no limit of its own`
		err = s.store.Unlock(own, "k")
	}()
	return s.store.Save(ctx, "k", "v")
}

func (s *service) shutdown(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(context.Background())
}

// A goroutine that lives on by design has a context of its own.
func (s *service) audit(ctx context.Context) {
	go func() {
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.store.Save(own, "k", "v")
	}()
}

func newService(ctx context.Context, store Store) *service {
	return &service{base: ctx, store: store}
}

func (s *service) ignored(ctx context.Context) (string, error) {
	return s.store.Load(s.base, "k") // want `Store.Load runs under s.base`
}

func (s *service) defaulted(ctx context.Context) (string, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	return s.store.Load(ctx, "k")
}

// Nobody's context is at hand.
func (s *service) start() error {
	return s.store.Save(context.Background(), "started", "yes")
}

// What is called limits itself.
func (s *service) finishes(ctx context.Context) error {
	return s.finish(context.WithoutCancel(ctx))
}

func (s *service) finish(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.store.Save(ctx, "k", "v")
}

// Nobody waits for a goroutine.
func (s *service) spawns(ctx context.Context) {
	go s.finish(context.WithoutCancel(ctx))
	go s.pull(context.WithoutCancel(ctx), nil)
}

// A session is made for one request: its context is the caller's.
type session struct {
	ctx   context.Context
	store Store
}

func (s *service) open(ctx context.Context) *session { return &session{ctx: ctx, store: s.store} }

func (s *session) exists(ctx context.Context) error {
	_, err := s.store.Load(s.ctx, "k")
	return err
}

// So is a writer.
type writer struct {
	ctx   context.Context
	store Store
}

func newWriter(ctx context.Context, s Store) *writer { return &writer{ctx, s} }

func (w *writer) Write(b []byte) (int, error) { return len(b), w.store.Save(w.ctx, "k", string(b)) }

func (w *writer) Commit(ctx context.Context) error { return w.store.Save(w.ctx, "k", "end") }

// What is taken back after a failure must not end with it.
func (s *service) takesBack(ctx context.Context) error {
	if err := s.store.Save(ctx, "k", "v"); err != nil {
		_ = s.store.Unlock(context.Background(), "k")
		return err
	}
	return nil
}

// There is no context to pass.
func (s *service) nilContext(ctx context.Context) error {
	if ctx == nil {
		return s.store.Save(context.Background(), "k", "none")
	}
	return s.store.Save(ctx, "k", "v")
}

type ref interface {
	Release(ctx context.Context) error
}

// Nobody waits for the verdict of what is let go.
func (s *service) release(ctx context.Context, r ref, all []ref) error {
	defer r.Release(context.WithoutCancel(ctx))
	for _, r := range all {
		if err := r.Release(context.TODO()); err != nil {
			return err
		}
	}
	return s.store.Save(ctx, "k", "v")
}

// A context of the package is meant for what outlives requests.
var (
	lasting        = context.Background()
	running, stop_ = context.WithCancel(context.Background())
)

func (s *service) underPackage(ctx context.Context) (string, error) {
	if err := s.store.Save(lasting, "k", "v"); err != nil {
		return "", err
	}
	return s.store.Load(running, "k")
}

func (s *service) close() { stop_() }
