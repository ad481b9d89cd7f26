// Package maptool runs the command that draws map sections. A command is killed when its caller's
// context ends or its time is over, and its pipes are not waited for much longer.
package maptool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// ErrNoSection is returned for a section the map does not have.
var ErrNoSection = errors.New("map has no such section")

const (
	exitNoSection = 3
	drawTimeout   = 20 * time.Second
	killGrace     = 2 * time.Second
)

// Tool is an installed map tool with its data.
type Tool struct {
	path string
	data string
}

// New returns the tool at path that draws from the tiles in data.
func New(path, data string) *Tool { return &Tool{path: path, data: data} }

// Sheet draws one section as a PDF.
func (t *Tool) Sheet(ctx context.Context, section string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, drawTimeout)
	defer cancel()
	return t.run(ctx, "sheet", "--format", "pdf", section)
}

func (t *Tool) run(ctx context.Context, verb string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.path, append([]string{verb, "--tiles", t.data}, args...)...)
	cmd.WaitDelay = killGrace
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitNoSection:
		return nil, ErrNoSection
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %s", verb, err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
