// Package bad shows what a build tool prints, line by line. Whether the build was called
// off is looked at between two lines. A tool that hangs without a word is waited for: first
// the scan of its output blocks, then Wait, and nobody ever kills it.
package bad

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Step is one command of a build.
type Step struct {
	Name string
	Tool string
	Args []string
	Dir  string
}

// Report is the outcome of a step.
type Report struct {
	Lines    int
	Warnings []string
	Took     time.Duration
}

// Runner runs the steps of a build.
type Runner struct {
	show  func(step, line string)
	grace time.Duration
}

// NewRunner returns a runner that passes each line to show.
func NewRunner(show func(step, line string)) *Runner {
	return &Runner{show: show, grace: 3 * time.Second}
}

// Run runs one step.
func (r *Runner) Run(ctx context.Context, s Step) (*Report, error) {
	began := time.Now()
	cmd := exec.Command(s.Tool, s.Args...) // OR ignored-done // OR blocking-no-ctx
	cmd.Dir = s.Dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	report := &Report{}
	if err := r.follow(ctx, s.Name, out, report); err != nil { // OR ignored-done // OR blocking-no-ctx
		_ = cmd.Wait() // OR ignored-done // OR blocking-no-ctx
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	if err := cmd.Wait(); err != nil { // EXPECT ignored-done // OR blocking-no-ctx
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	report.Took = time.Since(began)
	return report, nil
}

func (r *Runner) follow(ctx context.Context, step string, out io.Reader, report *Report) error {
	lines := bufio.NewScanner(out)
	for lines.Scan() { // OR ignored-done // OR blocking-no-ctx
		if err := ctx.Err(); err != nil {
			return err
		}
		line := lines.Text()
		report.Lines++
		if strings.HasPrefix(line, "warning:") {
			report.Warnings = append(report.Warnings, line)
		}
		r.show(step, line)
	}
	return lines.Err()
}
