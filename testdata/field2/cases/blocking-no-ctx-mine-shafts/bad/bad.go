// Package bad reads the sensors of mine shafts in a job. The job's context is bounded, but the
// gateway behind the interface dials over SSH without a timeout and without the context.
package bad

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/riverqueue/river"

	"faultfield2/cases/blocking-no-ctx-mine-shafts/bad/gateway"
)

// ReadArgs is a job.
type ReadArgs struct {
	Shaft string `json:"shaft"`
	Host  string `json:"host"`
}

// Kind implements river.JobArgs.
func (ReadArgs) Kind() string { return "read_shaft" }

// Gateway runs commands in a mine.
type Gateway interface {
	Read(host, command string) (string, error)
}

var _ Gateway = (*gateway.SSH)(nil)

// ReadWorker works on ReadArgs.
type ReadWorker struct {
	river.WorkerDefaults[ReadArgs]
	gw   Gateway
	save func(ctx context.Context, shaft, values string) error
}

// NewReadWorker returns a worker over SSH.
func NewReadWorker(g *gateway.SSH, save func(context.Context, string, string) error) *ReadWorker {
	return &ReadWorker{gw: g, save: save}
}

// Timeout implements river.Worker.
func (w *ReadWorker) Timeout(*river.Job[ReadArgs]) time.Duration { return 45 * time.Second }

// Work implements river.Worker.
func (w *ReadWorker) Work(ctx context.Context, job *river.Job[ReadArgs]) error {
	values, err := w.gw.Read(net.JoinHostPort(job.Args.Host, "22"), "sensors --short") // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("shaft %s: %w", job.Args.Shaft, err)
	}
	return w.save(ctx, job.Args.Shaft, values)
}
