// Package trace has contexts of every origin.
package trace

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

func trace(any)  {}
func outer(any)  {}
func more() bool { return false }

const limit = 2 * time.Second

func param(ctx context.Context) { trace(ctx) } // want "^param ctx$"

func background() { trace(context.Background()) } // want "^background$"

func todo() {
	ctx := context.TODO()
	trace(ctx) // want "^todo$"
}

func bounded(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	trace(ctx) // want "^param ctx > bound 2s deferred$"
}

func deadline(ctx context.Context) {
	dctx, cancel := context.WithDeadline(ctx, time.Now().Add(limit))
	defer func() { cancel() }()
	trace(dctx) // want "^param ctx > bound 2s deferred$"
}

func chain(ctx context.Context) {
	a, stop := context.WithCancel(ctx)
	defer stop()
	b := context.WithValue(a, "k", 1)
	c, cancel := context.WithTimeout(b, time.Minute)
	defer cancel()
	trace(c) // want "^param ctx > cancel deferred > value > bound 1m0s deferred$"
}

func detached(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	trace(ctx) // want "^param ctx > detach > bound 2s deferred$"
}

func stacked(ctx context.Context) {
	for more() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		trace(ctx) // want "^param ctx > bound 2s stacked bounds$"
		cancel()
	}
}

func stackedValue(ctx context.Context) {
	for more() {
		ctx = context.WithValue(ctx, "k", 1)
		trace(ctx) // want "^param ctx > value stacked$"
	}
}

func notStacked(ctx context.Context) {
	for more() {
		ctx, cancel := context.WithTimeout(ctx, limit)
		trace(ctx) // want "^param ctx > bound 2s$"
		cancel()
	}
}

func resetEachTurn(parent context.Context) {
	var ctx context.Context
	var cancel context.CancelFunc
	for more() {
		ctx, cancel = context.WithTimeout(parent, limit)
		trace(ctx) // want "^param parent > bound 2s$"
		cancel()
	}
	trace(ctx) // want "^param parent > bound 2s$"
}

func rearmed(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	for more() {
		cancel()
		ctx, cancel = context.WithCancel(parent)
		trace(ctx) // want "^param parent > cancel$"
	}
	cancel()
}

func stackedByLiteral(ctx context.Context, again func(func() error) error) error {
	return again(func() error {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
		trace(ctx) // want "^param ctx > bound 2s deferred stacked bounds by literal$"
		return nil
	})
}

func conditional(ctx context.Context, d time.Duration) {
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	trace(ctx) // want `^param ctx > bound\? deferred$`
}

func defaulted(ctx context.Context) {
	if ctx == nil {
		ctx = context.Background()
	}
	trace(ctx) // want "^param ctx$"
}

func defaultedElse(given context.Context) {
	ctx := given
	if ctx != nil {
		more()
	} else {
		ctx = context.TODO()
	}
	trace(ctx) // want "^param given$"
}

func either(ctx context.Context, r *http.Request) {
	if more() {
		ctx = r.Context()
	}
	trace(ctx) // want `^param ctx \| carrier r live$`
}

func request(w http.ResponseWriter, r *http.Request) {
	trace(r.Context()) // want "^carrier r live$"
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	defer cancel()
	trace(ctx) // want "^carrier r live > bound 2s deferred$"
	r = r.WithContext(ctx)
	trace(r.Context()) // want "^carrier r live > bound 2s deferred$"
	trace(r)           // want "^carrier r live > bound 2s deferred$"
}

func requestMade(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, "GET", "/", nil)
	if err != nil {
		return
	}
	trace(req) // want "^param ctx$"
	bare, err := http.NewRequest("GET", "/", nil)
	if err != nil {
		return
	}
	trace(bare) // want "^none$"
	bare = bare.WithContext(ctx)
	trace(bare)            // want "^param ctx$"
	trace(&http.Request{}) // want "^none$"
}

func build(ctx context.Context, path string) (*http.Request, error) {
	if path == "" {
		return nil, errors.New("no path")
	}
	ctx, _ = context.WithTimeout(ctx, 3*time.Second)
	return http.NewRequestWithContext(ctx, "GET", path, nil)
}

func buildBare(path string) (*http.Request, error) { return http.NewRequest("GET", path, nil) }

func built(ctx context.Context) {
	req, err := build(ctx, "/")
	if err != nil {
		return
	}
	trace(req) // want "^param ctx > bound 3s in helper$"
	bare, _ := buildBare("/")
	trace(bare) // want "^none$"
}

func withLimit(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

func viaHelper(ctx context.Context) {
	ctx, cancel := withLimit(ctx, 4*time.Second)
	defer cancel()
	trace(ctx) // want "^param ctx > bound 4s in helper deferred$"
}

func fresh() context.Context { return context.Background() }

func viaFresh() { trace(fresh()) } // want "^background$"

func named(ctx context.Context) (out context.Context, stop func()) {
	out, stop = context.WithCancel(ctx)
	return
}

func viaNamed(ctx context.Context) {
	ctx, stop := named(ctx)
	defer stop()
	trace(ctx) // want "^param ctx > cancel in helper deferred$"
}

func recursive(ctx context.Context, n int) context.Context {
	if n == 0 {
		return ctx
	}
	return recursive(context.WithValue(ctx, n, n), n-1)
}

func viaRecursive(ctx context.Context) { trace(recursive(ctx, 3)) } // want `^param ctx`

func viaClosure(ctx context.Context) {
	derive := func(d time.Duration) context.Context {
		c, cancel := context.WithTimeout(ctx, d)
		_ = cancel
		return c
	}
	trace(derive(time.Second)) // want "^param ctx > bound 1s in helper$"
}

func captured(ctx context.Context) {
	go func() {
		trace(ctx) // want "^param ctx$"
	}()
}

func signals() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	trace(ctx) // want "^background > signal deferred$"
}

func group(ctx context.Context) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		trace(gctx) // want "^param ctx > group$"
		return nil
	})
	g.Wait()
}

type job struct {
	ctx    context.Context
	cancel context.CancelFunc
	req    *http.Request
}

func newJob(ctx context.Context) *job {
	j := &job{}
	j.ctx, j.cancel = context.WithCancel(ctx)
	trace(j.ctx) // want "^field ctx$"
	return j
}

func (j *job) run() {
	trace(j.ctx) // want "^field ctx$"
	ctx, cancel := context.WithTimeout(j.ctx, limit)
	defer cancel()
	trace(ctx)             // want "^field ctx > bound 2s deferred$"
	trace(j.req.Context()) // want "^field req$"
}

var global = context.Background()

func useGlobal() { trace(global) } // want "^field global$"

type options struct{ ctx context.Context }

func literal(ctx context.Context) {
	o := options{ctx: ctx}
	trace(o.ctx) // want "^param ctx$"
}

func fromOptions(o options) { trace(o.ctx) } // want "^field ctx$"

// AppContext is a project's own context.
type AppContext struct {
	context.Context
	User string
}

func own(ctx context.Context) {
	app := &AppContext{Context: ctx}
	trace(app) // want "^param ctx > wrap$"
}

func useOwn(c *AppContext) {
	trace(c)         // want "^carrier c$"
	trace(c.Context) // want "^carrier c$"
	ctx, cancel := context.WithTimeout(c, limit)
	defer cancel()
	trace(ctx) // want "^carrier c > bound 2s deferred$"
}

type stream interface {
	Context() context.Context
	Send(string) error
}

func streaming(s stream) { trace(s.Context()) } // want "^carrier s$"

func inTest(t *testing.T) { trace(t.Context()) } // want "^test t$"

func nothing() {
	var ctx context.Context
	trace(ctx) // want "^nil$"
	trace(nil) // want "^nil$"
}

func unknown(get func() context.Context, m map[string]context.Context) {
	trace(get())    // want "^unknown$"
	trace(m["one"]) // want "^unknown$"
}

func asserted(v any) {
	ctx, ok := v.(context.Context)
	if ok {
		trace(ctx) // want "^unknown v$"
	}
	switch c := v.(type) {
	case context.Context:
		trace(c) // want "^unknown v$"
	}
}

func sharedCancel(ctx context.Context) {
	one, cancel := context.WithTimeout(ctx, time.Second)
	trace(one) // want "^param ctx > bound 1s$"
	cancel()
	two, cancel := context.WithTimeout(ctx, limit)
	trace(two) // want "^param ctx > bound 2s$"
	cancel()
}

func escaping(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	trace(ctx) // want "^param ctx > bound 2s escapes$"
	return ctx, cancel
}

func literalParam() {
	run(func(ctx context.Context) {
		trace(ctx) // want "^param ctx$"
		outer(ctx) // want "^background$"
	})
}

func each(ctx context.Context, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return fn(ctx)
}

func outers(ctx context.Context, own func(func(context.Context) error)) {
	_ = each(ctx, func(c context.Context) error {
		c, cancel := context.WithCancel(c)
		defer cancel()
		outer(c) // want "^param ctx > bound 2s in helper deferred > cancel deferred$"
		return nil
	})
	ask := func(c context.Context) {
		outer(c) // want "^param ctx > value$"
	}
	ask(context.WithValue(ctx, "k", 1))
	own(func(c context.Context) error {
		outer(c) // want "^param c$"
		return nil
	})
}

func run(fn func(context.Context)) { fn(context.Background()) }

func generic[T any](ctx context.Context, v T) {
	ctx, cancel := withLimit(ctx, limit)
	defer cancel()
	trace(ctx) // want "^param ctx > bound 2s in helper deferred$"
}

func swapped(a, b context.Context) {
	for more() {
		a, b = b, a
	}
	trace(a) // want `param a \| param b|param b \| param a`
}

// The literal comes after what it is said to feed.
func literalAfter(r *http.Request, again func(func() error) error) error {
	first := r.Context()
	trace(first) // want "^carrier r live$"
	return again(func() error {
		r = r.WithContext(context.WithValue(first, "k", 1))
		return nil
	})
}
