// Package given asks which context a call is given.
package given

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"

	"github.com/cenkalti/backoff/v4"
	"github.com/go-resty/resty/v2"
	"gorm.io/gorm"
)

func given(...any) {}

type store struct {
	db     *sql.DB
	gorm   *gorm.DB
	client *http.Client
	cmd    *exec.Cmd
}

func (s *store) sql(ctx context.Context) {
	given(s.db.Ping())                                     // want "^no$"
	given(s.db.PingContext(ctx))                           // want "^yes param ctx$"
	given(s.db.QueryRow("q"))                              // want "^no$"
	given(s.db.QueryRowContext(context.Background(), "q")) // want "^yes background$"
}

func (s *store) http(ctx context.Context) error {
	req, err := http.NewRequest("GET", "/", nil)
	if err != nil {
		return err
	}
	given(s.client.Do(req))                  // want "^no$"
	given(s.client.Do(req.WithContext(ctx))) // want "^yes param ctx$"
	return nil
}

type doer struct{}

func (doer) Do(r *http.Request) error { return nil }

func (s *store) requests(ctx context.Context, d doer, in *http.Request) error {
	req, err := http.NewRequest("GET", "/", nil)
	if err != nil {
		return err
	}
	given(d.Do(req))                  // want "^no$"
	given(d.Do(req.WithContext(ctx))) // want "^yes param ctx$"
	given(d.Do(in))                   // want "^yes carrier in live$"
	if req, err = http.NewRequestWithContext(ctx, "GET", "/", nil); err != nil {
		return err
	}
	given(d.Do(req.Clone(ctx)))                             // want "^yes param ctx$"
	given(d.Do(s.build(ctx)))                               // want "^yes param ctx$"
	given(d.Do(s.bare()))                                   // want "^no$"
	given(d.Do(s.bare().WithContext(context.Background()))) // want "^yes background$"
	return nil
}

func (s *store) build(ctx context.Context) *http.Request {
	req := s.bare()
	return req.WithContext(ctx)
}

func (s *store) bare() *http.Request {
	req, _ := http.NewRequest("GET", "/", nil)
	return req
}

func (s *store) commands(ctx context.Context, in *exec.Cmd) {
	given(exec.Command("ls").Run())             // want "^no$"
	given(exec.CommandContext(ctx, "ls").Run()) // want "^yes param ctx$"
	cmd := exec.Command("ls")
	cmd.Dir = "/"
	given(cmd.Run())         // want "^no$"
	given(in.Run())          // want "^maybe by in$"
	given(s.cmd.Run())       // want "^maybe by cmd stored$"
	given(s.command().Run()) // want "^no$"
}

func (s *store) command() *exec.Cmd {
	cmd := exec.Command("ls")
	cmd.Args = append(cmd.Args, "-l")
	return cmd
}

func (s *store) chains(ctx context.Context, in *gorm.DB) {
	var v int
	given(s.gorm.WithContext(ctx).Where("a").First(&v)) // want "^yes param ctx$"
	given(s.gorm.Where("a").First(&v))                  // want "^maybe by gorm stored$"
	given(in.First(&v))                                 // want "^maybe by in$"
	db := s.gorm.WithContext(ctx)
	given(db.First(&v))                                          // want "^yes param ctx$"
	given(s.gorm.Session(&gorm.Session{Context: ctx}).First(&v)) // want "^yes param ctx$"
	given(s.conn(ctx).First(&v))                                 // want "^yes param ctx$"
}

func (s *store) conn(ctx context.Context) *gorm.DB { return s.gorm.WithContext(ctx) }

func rest(ctx context.Context, c *resty.Client) {
	r := c.R()
	r.SetContext(ctx)
	given(r.Get("/"))                                         // want "^yes param ctx$"
	given(c.R().Get("/"))                                     // want "^no"
	given(c.R().SetContext(ctx).SetHeader("a", "b").Get("/")) // want "^yes param ctx$"
}

func retries(ctx context.Context, op func() error) {
	given(backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx)))                            // want "^yes param ctx$"
	given(backoff.Retry(op, backoff.WithMaxRetries(backoff.WithContext(backoff.NewExponentialBackOff(), ctx), 3))) // want "^yes param ctx$"
	given(backoff.Retry(op, backoff.NewExponentialBackOff()))                                                      // want "^maybe$"
}

func unknown(f func(context.Context) error, g func() error, ctx context.Context) {
	given(f(ctx)) // want "^yes param ctx$"
	given(g())    // want "^maybe$"
}
