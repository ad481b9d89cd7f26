// Package runner is the agent on the machines of a build farm. It checks in with the server,
// is given jobs and runs them. A farm has some thousands of machines, most of them started
// from one image at the same moment.
package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	checkInEvery = 10 * time.Second
	mostWait     = 2 * time.Minute
)

// ErrRetired is returned when the server has no use for this machine any more.
var ErrRetired = errors.New("runner is retired")

// Job is a unit of work.
type Job struct {
	ID      string   `json:"id"`
	Command []string `json:"command"`
}

// Runner is the agent.
type Runner struct {
	server string
	name   string
	hc     *http.Client
	run    func(ctx context.Context, j Job)
	log    *slog.Logger
}

// New returns a runner.
func New(server, name string, run func(context.Context, Job), log *slog.Logger) *Runner {
	return &Runner{server: server, name: name, hc: &http.Client{Timeout: 8 * time.Second}, run: run, log: log}
}

// Serve checks in until ctx ends or the runner is retired.
func (r *Runner) Serve(ctx context.Context) error {
	wait := checkInEvery
	for {
		job, err := r.checkIn(ctx)
		switch {
		case errors.Is(err, ErrRetired):
			return err
		case err != nil:
			wait = min(2*wait, mostWait)
			r.log.WarnContext(ctx, "check-in failed", "next", wait, "err", err)
		default:
			wait = checkInEvery
			if job != nil {
				r.run(ctx, *job)
			}
		}
		timer := time.NewTimer(wait/2 + rand.N(wait))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// checkIn tells the server that the runner is alive and returns its next job, if there is one.
func (r *Runner) checkIn(ctx context.Context) (*Job, error) {
	u := r.server + "/runners/" + url.PathEscape(r.name) + "/job"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return nil, nil
	case http.StatusGone:
		return nil, ErrRetired
	case http.StatusOK:
		var j Job
		if err := json.NewDecoder(resp.Body).Decode(&j); err != nil {
			return nil, fmt.Errorf("decode job: %w", err)
		}
		return &j, nil
	}
	return nil, fmt.Errorf("server answered %s", resp.Status)
}
