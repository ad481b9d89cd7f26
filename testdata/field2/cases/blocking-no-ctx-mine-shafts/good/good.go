// Package good reads the sensors of mine shafts in a job. The gateway dials under the job's
// context, and the context's end closes the connection.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"faultfield2/cases/blocking-no-ctx-mine-shafts/good/gateway"
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
	Read(ctx context.Context, host, command string) (string, error)
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
	values, err := w.gw.Read(ctx, job.Args.Host, "sensors --short")
	if err != nil {
		return fmt.Errorf("shaft %s: %w", job.Args.Shaft, err)
	}
	return w.save(ctx, job.Args.Shaft, values)
}
