// Package typeset runs the typesetting program.
package typeset

import (
	"bytes"
	"fmt"
	"os/exec"
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
func (p *Press) Ballot(precinct, lang string) ([]byte, error) { // OR blocking-no-ctx
	var pdf, complaints bytes.Buffer
	cmd := exec.Command(p.program, "--precinct", precinct, "--lang", lang, "--out", "-") // EXPECT blocking-no-ctx
	cmd.Dir = p.templates
	cmd.Stdout, cmd.Stderr = &pdf, &complaints
	if err := cmd.Run(); err != nil { // OR blocking-no-ctx
		return nil, fmt.Errorf("set ballot %s/%s: %w: %s", precinct, lang, err, bytes.TrimSpace(complaints.Bytes()))
	}
	return pdf.Bytes(), nil
}
