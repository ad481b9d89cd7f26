// Package maptool runs the command that draws map sections. Its methods take no context and wait
// for the command however long it takes.
package maptool

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
)

// ErrNoSection is returned for a section the map does not have.
var ErrNoSection = errors.New("map has no such section")

const exitNoSection = 3

// Tool is an installed map tool with its data.
type Tool struct {
	path string
	data string
}

// New returns the tool at path that draws from the tiles in data.
func New(path, data string) *Tool { return &Tool{path: path, data: data} }

// Sheet draws one section as a PDF.
func (t *Tool) Sheet(section string) ([]byte, error) {
	return t.run("sheet", "--format", "pdf", section) // OR blocking-no-ctx
}

func (t *Tool) run(verb string, args ...string) ([]byte, error) {
	cmd := exec.Command(t.path, append([]string{verb, "--tiles", t.data}, args...)...) // EXPECT blocking-no-ctx
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run() // OR blocking-no-ctx
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitNoSection:
		return nil, ErrNoSection
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %s", verb, err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
