// Package hand asks which contexts are at hand.
package hand

import (
	"context"
	"net/http"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"
)

func hand()    {}
func handAny() {}

func none(n int) { hand() } // want "^nothing at hand$"

func param(ctx context.Context) { hand() } // want "^param ctx caller$"

func second(name string, ctx context.Context) { hand() } // want "^param ctx caller$"

func blank(_ context.Context) { hand() } // want "^param ctx caller blank$"

func unnamed(context.Context) { hand() } // want "^param ctx caller blank$"

func http1(w http.ResponseWriter, r *http.Request) { hand() } // want `^carrier r.Context\(\) request$`

func http2(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	hand() // want `^local ctx request, carrier r.Context\(\) request$`
	if ctx != nil {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_ = ctx
		hand() // want `^local ctx request, carrier r.Context\(\) request$`
	}
}

func ginHandler(c *gin.Context) { hand() } // want `^carrier c.Request.Context\(\) request$`

func echoHandler(c echo.Context) error { hand(); return nil } // want `^carrier c.Request\(\).Context\(\) request$`

func fiberHandler(c *fiber.Ctx) error { hand(); return nil } // want `^carrier c.UserContext\(\) request dead$`

func fastHandler(ctx *fasthttp.RequestCtx) { hand() } // want `^carrier ctx request dead$`

func command(cmd *cobra.Command, args []string) error { hand(); return nil } // want `^carrier cmd.Context\(\) process$`

// A helper of a command.
func helper(cmd *cobra.Command) { hand() } // want `^carrier cmd.Context\(\) process$`

func test(t *testing.T) { hand() } // want `^carrier t.Context\(\) test$`

func local() {
	hand() // want "^nothing at hand$"
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	hand() // want "^local ctx process$"
	_ = ctx
}

func endless() {
	ctx := context.Background()
	hand() // want "^nothing at hand$"
	_ = ctx
}

func bounded() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	hand() // want "^local ctx local$"
	_ = ctx
}

func cancelled(ctx context.Context) {
	one, cancel := context.WithTimeout(ctx, time.Second)
	_ = one
	hand() // want "^param ctx caller, local one caller$"
	cancel()
	hand() // want "^param ctx caller$"
}

func detached(ctx context.Context) {
	bg, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	hand() // want "^param ctx caller, local bg local$"
	_ = bg
}

func shadowed(ctx context.Context) {
	{
		ctx := 3
		hand() // want "^nothing at hand$"
		_ = ctx
	}
}

func captured(ctx context.Context) {
	func() {
		hand() // want "^param ctx caller captured sync$"
	}()
	go func() {
		hand() // want "^param ctx caller captured go$"
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		hand() // want "^param ctx caller captured waited$"
	}()
	wg.Wait()
	defer func() {
		hand() // want "^param ctx caller captured deferred$"
	}()
}

func grouped(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		hand() // want "^param ctx caller captured waited, local gctx caller captured waited$"
		_ = gctx
		return nil
	})
	return g.Wait()
}

func middleware(ctx context.Context) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		hand() // want `^carrier r.Context\(\) request, param ctx caller captured stored$`
	}
}

type service struct {
	ctx context.Context
}

func newService() *service {
	return &service{ctx: context.Background()}
}

func (s *service) run() { hand() } // want "^stored s.ctx process$"

func (s *service) serve(ctx context.Context) { hand() } // want "^param ctx caller, stored s.ctx process$"

type call struct {
	ctx context.Context
}

func newCall(r *http.Request) *call { return &call{ctx: r.Context()} }

func (c *call) do() { hand() } // want "^stored c.ctx request$"

type job struct {
	ctx context.Context
}

func newJob(ctx context.Context) *job {
	j := &job{}
	j.ctx = context.WithValue(ctx, "k", 1)
	return j
}

func (j *job) do() { hand() } // want "^stored j.ctx caller$"

// AppContext is a project's own context.
type AppContext struct{ context.Context }

func app(c *AppContext) { hand() } // want "^carrier c caller$"

func (c *AppContext) method() { hand() } // want "^nothing at hand$"

type feed interface {
	Context() context.Context
	Send(string) error
}

func streamed(s feed) { hand() } // want `^carrier s.Context\(\) request$`

func anywhere(ctx context.Context) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	_ = inner
	handAny() // want "^param ctx caller$"
}

func later(ctx context.Context) {
	hand() // want "^param ctx caller$"
	child, cancel := context.WithCancel(ctx)
	defer cancel()
	_ = child
}

func generic[T any](ctx context.Context, v T) { hand() } // want "^param ctx caller$"

func start() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	setUp(ctx)
	both(ctx)
}

func setUp(ctx context.Context) {
	hand() // want "^param ctx process$"
	connect(ctx)
}

func connect(ctx context.Context) { hand() } // want "^param ctx process$"

func both(ctx context.Context) { hand() } // want "^param ctx request$"

func serve(w http.ResponseWriter, r *http.Request) { both(r.Context()) }

func passes(ctx context.Context) { passed(ctx) }

func passed(ctx context.Context) { hand() } // want "^param ctx caller$"

// Exported: others may call it with anything.
func Exported(ctx context.Context) { hand() } // want "^param ctx caller$"

func callsExported() { Exported(context.Background()) }

func retried(ctx context.Context, n int) {
	hand() // want "^param ctx process$"
	if n > 0 {
		retried(ctx, n-1)
	}
}

func startRetried() { retried(context.Background(), 3) }
