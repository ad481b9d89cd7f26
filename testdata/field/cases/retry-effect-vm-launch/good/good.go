// Package good starts virtual machines for build jobs.
// A launch that takes longer than thirty seconds is reported, since it may still be carried out; only
// a cloud that has no room, and says so, is asked again.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"faultfield/cases/retry-effect-vm-launch/good/cloud"
)

const launchWait = 30 * time.Second

var errSlow = errors.New("launch takes too long, and may yet succeed")

// Builders starts machines.
type Builders struct {
	cloud *cloud.Cloud
}

// Start returns the id of a machine for a job.
func (b *Builders) Start(ctx context.Context, job string) (string, error) {
	for n := 1; ; n++ {
		id, err := b.launch(ctx, job)
		if err == nil {
			return id, nil
		}
		if n == 3 || !errors.Is(err, cloud.ErrFull) {
			return "", fmt.Errorf("start builder for %s: %w", job, err)
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(5*time.Second + rand.N(5*time.Second)):
		}
	}
}

func (b *Builders) launch(ctx context.Context, job string) (string, error) {
	callCtx, cancel := context.WithTimeout(ctx, launchWait)
	defer cancel()
	id, err := b.cloud.CreateInstance(callCtx, "builder", map[string]string{"job": job})
	if err != nil && callCtx.Err() != nil && ctx.Err() == nil {
		return "", fmt.Errorf("%w: %w", errSlow, err)
	}
	return id, err
}
