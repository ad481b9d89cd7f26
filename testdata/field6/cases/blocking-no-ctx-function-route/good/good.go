// Package good accepts calls of functions and hands them to the runners.
package good

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"faultfield6/cases/blocking-no-ctx-function-route/good/datastore"
)

// Routes finds the function behind a path.
type Routes interface {
	Find(ctx context.Context, app, path string) (datastore.Route, error)
}

// Runner executes a function.
type Runner interface {
	Run(ctx context.Context, image string, input io.Reader, output io.Writer) error
}

// Agent serves calls.
type Agent struct {
	routes Routes
	runner Runner
	log    *slog.Logger
}

// NewAgent returns an agent.
func NewAgent(routes *datastore.Store, runner Runner, log *slog.Logger) *Agent {
	return &Agent{routes: routes, runner: runner, log: log}
}

// call is one invocation.
type call struct {
	ctx   context.Context
	agent *Agent
	app   string
	path  string
	route datastore.Route
}

// ServeHTTP runs the function that the path names.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	c := &call{ctx: ctx, agent: a, app: r.PathValue("app"), path: "/" + r.PathValue("path")}
	if err := c.prepare(); err != nil {
		if errors.Is(err, datastore.ErrNoRoute) {
			http.NotFound(w, r)
			return
		}
		a.log.ErrorContext(ctx, "route", "app", c.app, "path", c.path, "err", err)
		http.Error(w, "route not available", http.StatusServiceUnavailable)
		return
	}
	if err := c.run(r.Body, w); err != nil {
		a.log.ErrorContext(ctx, "run", "image", c.route.Image, "err", err)
	}
}

func (c *call) prepare() (err error) {
	c.route, err = c.agent.routes.Find(c.ctx, c.app, c.path)
	return err
}

func (c *call) run(in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithTimeout(c.ctx, time.Duration(c.route.TimeoutSeconds)*time.Second)
	defer cancel()
	return c.agent.runner.Run(ctx, c.route.Image, in, out)
}
