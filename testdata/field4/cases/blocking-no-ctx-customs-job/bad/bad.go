// Package bad declares shipments to customs in background jobs.
package bad

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"faultfield4/cases/blocking-no-ctx-customs-job/bad/office"
)

// DeclareArgs are the arguments of a job.
type DeclareArgs struct {
	office.Declaration
}

// Kind names the job.
func (DeclareArgs) Kind() string { return "declare_shipment" }

// DeclareWorker works on DeclareArgs.
type DeclareWorker struct {
	river.WorkerDefaults[DeclareArgs]
	customs *office.Client
}

// Timeout is how long one job may run.
func (w *DeclareWorker) Timeout(*river.Job[DeclareArgs]) time.Duration { return 90 * time.Second }

// Work declares one shipment.
func (w *DeclareWorker) Work(ctx context.Context, job *river.Job[DeclareArgs]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := w.customs.Declare(job.Args.Declaration) // OR blocking-no-ctx
	if errors.Is(err, office.ErrRejected) {
		return river.JobCancel(err)
	}
	return err
}
