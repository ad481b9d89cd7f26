// Package bad loads drill cores into the store of a mine, job by job.
// A job reads its samples with its own context, but the loader sends them with a context that
// it has made for itself from nothing: a job that was called off goes on sending.
package bad

import (
	"context"
	"fmt"
	"iter"

	"faultfield7/cases/ignored-done-ore-ingest/bad/loader"
)

// Core is the sequence of samples of one drill hole.
type Core interface {
	Samples(ctx context.Context) iter.Seq2[loader.Sample, error]
}

// Job loads cores.
type Job struct {
	store   loader.Store
	senders int
}

// NewJob sends with a number of senders.
func NewJob(store loader.Store, senders int) *Job {
	return &Job{store: store, senders: senders}
}

// Load loads a core; it ends early with ctx.
func (j *Job) Load(ctx context.Context, core Core) error {
	var all []loader.Sample
	for s, err := range core.Samples(ctx) {
		if err != nil {
			return fmt.Errorf("read core: %w", err)
		}
		all = append(all, s)
	}
	l := loader.Open(j.store, j.senders) // OR ignored-done
	defer l.Close()
	for _, s := range all {
		if !l.Add(s) {
			break
		}
	}
	if err := l.Finish(); err != nil { // OR ignored-done
		return fmt.Errorf("load %d samples: %w", len(all), err)
	}
	return nil
}
