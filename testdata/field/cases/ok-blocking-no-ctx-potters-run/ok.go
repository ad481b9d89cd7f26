// Package ok runs the kiln's control program for a pottery's web page. Commands are built by a builder that
// carries the request's context in a field and hands it to the one function that starts them.
package ok

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"strconv"
	"time"
)

// Command is one call of the control program.
type Command struct {
	ctx     context.Context
	program string
	args    []string
	limit   time.Duration
}

// Kiln makes commands.
type Kiln struct {
	Program string
	Limit   time.Duration
}

// In starts a command that ends with ctx.
func (k Kiln) In(ctx context.Context, verb string) *Command {
	return &Command{ctx: ctx, program: k.Program, args: []string{verb}, limit: k.Limit}
}

// Flag adds a flag.
func (c *Command) Flag(name, value string) *Command {
	c.args = append(c.args, "--"+name, value)
	return c
}

// ErrHot is returned when the kiln is too hot for what was asked.
var ErrHot = errors.New("kiln is too hot")

// Run runs the command and returns its output.
func (c *Command) Run() (string, error) {
	ctx, cancel := context.WithTimeout(c.ctx, c.limit)
	defer cancel()
	var out, complaints bytes.Buffer
	cmd := exec.CommandContext(ctx, c.program, c.args...)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", fmt.Errorf("%s: %w", c.args[0], ctx.Err())
	case errors.As(err, &exit) && exit.ExitCode() == 7:
		return "", ErrHot
	default:
		return "", fmt.Errorf("%s: %w: %s", c.args[0], err, bytes.TrimSpace(complaints.Bytes()))
	}
}

// Page controls a kiln.
type Page struct {
	kiln Kiln
	log  *slog.Logger
}

// NewPage returns the page of a kiln.
func NewPage(program string, log *slog.Logger) *Page {
	return &Page{kiln: Kiln{Program: program, Limit: 5 * time.Second}, log: log}
}

// ServeHTTP shows the kiln's state or, on a POST, sets its temperature.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cmd := p.kiln.In(r.Context(), "state")
	if r.Method == http.MethodPost {
		celsius, err := strconv.Atoi(r.FormValue("celsius"))
		if err != nil || celsius < 0 || celsius > 1300 {
			http.Error(w, "how hot?", http.StatusBadRequest)
			return
		}
		cmd = p.kiln.In(r.Context(), "set").Flag("celsius", strconv.Itoa(celsius))
	}
	said, err := cmd.Run()
	switch {
	case errors.Is(err, ErrHot):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		p.log.ErrorContext(r.Context(), "kiln", "err", err)
		http.Error(w, "kiln does not answer", http.StatusBadGateway)
	default:
		fmt.Fprint(w, said)
	}
}
