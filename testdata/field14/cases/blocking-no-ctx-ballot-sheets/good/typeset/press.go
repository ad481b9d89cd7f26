// Package typeset runs the typesetting program.
package typeset

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"time"
)

const (
	limit = 30 * time.Second
	grace = 2 * time.Second
)

// Press knows the program and its templates.
type Press struct {
	program   string
	templates string
}

// New returns a press.
func New(program, templates string) *Press {
	return &Press{program: program, templates: templates}
}

// Ballot sets the ballot of a precinct.
func (p *Press) Ballot(ctx context.Context, precinct, lang string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var pdf, complaints bytes.Buffer
	cmd := exec.CommandContext(ctx, p.program, "--precinct", precinct, "--lang", lang, "--out", "-")
	cmd.Dir = p.templates
	cmd.WaitDelay = grace
	cmd.Stdout, cmd.Stderr = &pdf, &complaints
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("set ballot %s/%s: %w: %s", precinct, lang, err, bytes.TrimSpace(complaints.Bytes()))
	}
	return pdf.Bytes(), nil
}
