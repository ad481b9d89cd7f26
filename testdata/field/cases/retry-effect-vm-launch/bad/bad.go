// Package bad starts virtual machines for build jobs.
// A launch that takes longer than thirty seconds is given up and started over. The first one was only
// abandoned: the cloud still carries it out, and two machines run for one job.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"faultfield/cases/retry-effect-vm-launch/bad/cloud"
)

const launchWait = 30 * time.Second

var errSlow = errors.New("launch takes too long, and may yet succeed")

// Builders starts machines.
type Builders struct {
	cloud *cloud.Cloud
}

// Start returns the id of a machine for a job.
func (b *Builders) Start(ctx context.Context, job string) (string, error) {
	for n := 1; ; n++ { // OR retry-effect
		id, err := b.launch(ctx, job) // OR retry-effect
		if err == nil {
			return id, nil
		}
		if n == 3 || !errors.Is(err, errSlow) && !errors.Is(err, cloud.ErrFull) { // EXPECT retry-effect
			return "", fmt.Errorf("start builder for %s: %w", job, err)
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(5*time.Second + rand.N(5*time.Second)):
		}
	}
}

type launched struct {
	id  string
	err error
}

func (b *Builders) launch(ctx context.Context, job string) (string, error) {
	done := make(chan launched, 1)
	go func() {
		id, err := b.cloud.CreateInstance(context.WithoutCancel(ctx), "builder", map[string]string{"job": job}) // OR retry-effect
		done <- launched{id, err}
	}()
	select {
	case l := <-done:
		return l.id, l.err
	case <-ctx.Done():
		return "", ctx.Err()
	case <-time.After(launchWait): // OR retry-effect
		return "", errSlow
	}
}
