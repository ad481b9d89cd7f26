package a

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

type rack interface {
	Put(ctx context.Context, key, value string) error
	Delete(ctx context.Context, key string) error
	Get(ctx context.Context, key string) (string, error)
}

type keeper struct {
	s  rack
	db *sql.DB
	hc *http.Client
}

// The copy is made when the function has returned, and has cancelled.
func (k *keeper) storeTwice(parent context.Context, key string) error {
	ctx, cancel := context.WithTimeout(parent, 10*time.Second)
	defer cancel()
	if err := k.s.Put(ctx, key, "x"); err != nil {
		return fmt.Errorf("put: %w", err)
	}
	go func() {
		if err := k.s.Put(ctx, key+".copy", "x"); err != nil { // want `rack.Put runs in a goroutine under ctx, which the deferred call of cancel cancels as soon as \(\*keeper\).storeTwice returns`
			log.Println(err)
		}
	}()
	return nil
}

func (k *keeper) copyLater(ctx context.Context, key string) {
	if err := k.s.Put(ctx, key+".copy", "x"); err != nil {
		log.Println(err)
	}
}

func (k *keeper) answer(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	go k.copyLater(ctx, r.FormValue("key")) // want `\(\*keeper\).copyLater runs in a goroutine under ctx`
	w.WriteHeader(http.StatusAccepted)
}

// Right: it goes on beside the work, and is to end with it.
func (k *keeper) beatWhile(parent context.Context, key string) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	go k.copyLater(ctx, key)
	return k.s.Put(ctx, key, "x")
}

// Right: it is waited for.
func (k *keeper) storeBoth(parent context.Context, key string) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- k.s.Put(ctx, key+".copy", "x") }()
	return <-done
}

// Right: it has a context of its own.
func (k *keeper) storeDetached(parent context.Context, key string) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	if err := k.s.Put(ctx, key, "x"); err != nil {
		return err
	}
	go k.copyLater(context.WithoutCancel(parent), key)
	return nil
}

// What is returned is dead.
func (k *keeper) rows(ctx context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return k.db.QueryContext(ctx, "SELECT key FROM rack") // want `what \(\*DB\).QueryContext returns is returned, but its context is cancelled by the deferred call of cancel`
}

func (k *keeper) begin(ctx context.Context) (*sql.Tx, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return k.db.BeginTx(ctx, nil) // want `what \(\*DB\).BeginTx returns is returned`
}

func (k *keeper) fetch(ctx context.Context, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return k.hc.Do(req.WithContext(ctx)) // want `what \(\*Client\).Do returns is returned`
}

// Right: the caller's own.
func (k *keeper) rowsRight(ctx context.Context) (*sql.Rows, error) {
	return k.db.QueryContext(ctx, "SELECT key FROM rack")
}

// Right: a count is no rows.
func (k *keeper) drop(ctx context.Context) (sql.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return k.db.ExecContext(ctx, "DELETE FROM rack")
}

func (k *keeper) work(ctx context.Context) error { return k.s.Put(ctx, "w", "w") }

// What was put there is taken away under the limit that has failed.
func (k *keeper) putAndWork(ctx context.Context, key string) error {
	tctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := k.s.Put(tctx, key, "pending"); err != nil {
		return err
	}
	if err := k.work(tctx); err != nil {
		k.s.Delete(tctx, key) // want `rack.Delete takes back what rack.Put made when \(\*keeper\).work fails, but under tctx`
		return err
	}
	return nil
}

// Right: another key, and a context without the limit.
func (k *keeper) putAndWorkRight(ctx context.Context, key, other string) error {
	tctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := k.s.Put(tctx, key, "pending"); err != nil {
		return err
	}
	if err := k.work(tctx); err != nil {
		k.s.Delete(tctx, other)
		k.s.Delete(context.WithoutCancel(ctx), key)
		return err
	}
	return nil
}

// The time limit is to be written down under itself.
func (k *keeper) tellTimeout(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := k.work(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		if e := k.s.Put(ctx, key, "timed out"); e != nil { // want `rack.Put should record that \(\*keeper\).work failed, but runs under ctx, whose limit`
			log.Println(e)
		}
	}
	return err
}

// Right: a look for another answer.
func (k *keeper) tryOther(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	v, err := k.s.Get(ctx, key)
	if err != nil {
		failed, err := k.s.Get(ctx, key+".failed")
		return failed, err
	}
	return v, nil
}

type tracer interface {
	Shutdown(ctx context.Context) error
}

// The signal ends the context before the deferred call.
func serveUntil(tp tracer, run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	defer func() {
		if err := tp.Shutdown(ctx); err != nil { // want `tracer.Shutdown runs when the work is done, and that is when a signal has ended ctx`
			log.Println(err)
		}
	}()
	return run(ctx)
}

func serveUntilRight(tp tracer, run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = tp.Shutdown(last)
	}()
	return run(ctx)
}

func await(ctx context.Context) {
	<-ctx.Done()
	log.Println("stopping")
}

func awaitOr(ctx context.Context, quit <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-quit:
	}
}

// A helper waits for the end.
func serveHelped(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	await(ctx)
	return srv.Shutdown(ctx) // want `\(\*Server\).Shutdown fails at once here: its context ctx is over, as seen at goes.go:\d+`
}

// Right: the helper may return for another reason.
func serveOr(ctx context.Context, srv *http.Server, quit <-chan struct{}) error {
	go srv.ListenAndServe()
	awaitOr(ctx, quit)
	return srv.Shutdown(ctx)
}

// Cancelled before the caller reads.
func (k *keeper) fetchCancelled(ctx context.Context, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	resp, err := k.hc.Do(req.WithContext(ctx))
	cancel()
	return resp, err // want `resp is returned after \(\*Client\).Do, but its context was cancelled at goes.go:\d+`
}

// Right: cancelled when nothing has come.
func (k *keeper) fetchKept(ctx context.Context, req *http.Request) (*http.Response, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	resp, err := k.hc.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return resp, cancel, nil
}

func (k *keeper) flush(ctx context.Context) {
	if err := k.s.Put(ctx, "buffer", "x"); err != nil {
		log.Println(err)
	}
}

// The loop ends with the context alone, and then the last flush runs.
func (k *keeper) flushUntil(ctx context.Context) {
	defer k.flush(ctx) // want `\(\*keeper\).flush → rack.Put fails at once here: its context ctx is over`
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			k.flush(ctx)
		}
	}
}

// Right: it may end in another way.
func (k *keeper) flushUntilClosed(ctx context.Context, in <-chan string) {
	defer k.flush(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case _, ok := <-in:
			if !ok {
				return
			}
		}
	}
}
