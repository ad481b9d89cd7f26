// Package good is the wait command of a varnishing plant. It asks for the state of a job at
// every tick, until the job is done or the command is interrupted.
package good

import (
	"context"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	stateMethod = "/varnish.Plant/State"
	askLimit    = 5 * time.Second
)

// Plant is a client of the plant's service.
type Plant struct {
	conn grpc.ClientConnInterface
}

// State returns the state of a job.
func (p *Plant) State(ctx context.Context, job string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var state structpb.Value
	if err := p.conn.Invoke(ctx, stateMethod, wrapperspb.String(job), &state); err != nil {
		return "", fmt.Errorf("state of %s: %w", job, err)
	}
	return state.GetStringValue(), nil
}

// Waiter waits for jobs and tells the user about it.
type Waiter struct {
	plant *Plant
	every time.Duration
	out   io.Writer
}

// Wait returns the last state of a job.
func (w *Waiter) Wait(ctx context.Context, job string) (string, error) {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	shown := ""
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return shown, ctx.Err()
		}
		state, err := w.plant.State(ctx, job)
		if err != nil {
			fmt.Fprintln(w.out, "cannot ask:", err)
			continue
		}
		if state != shown {
			fmt.Fprintln(w.out, "job", job, "is", state)
			shown = state
		}
		switch state {
		case "dry":
			return state, nil
		case "spoilt":
			return state, fmt.Errorf("job %s is spoilt", job)
		}
	}
}
