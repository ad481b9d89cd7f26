// Package good shows what a build tool prints, line by line. The end of the context kills
// the tool and closes its output, which a child of the tool may still hold open.
package good

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
	cmd := exec.CommandContext(ctx, s.Tool, s.Args...)
	cmd.WaitDelay = r.grace
	cmd.Dir = s.Dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	stop := context.AfterFunc(ctx, func() { out.Close() })
	defer stop()
	report := &Report{}
	if err := r.follow(ctx, s.Name, out, report); err != nil {
		_ = cmd.Cancel()
		_ = cmd.Wait()
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Name, err)
	}
	report.Took = time.Since(began)
	return report, nil
}

func (r *Runner) follow(ctx context.Context, step string, out io.Reader, report *Report) error {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
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
