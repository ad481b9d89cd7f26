package a

import (
	"context"
	"time"
)

type run interface {
	Finished(ctx context.Context) (bool, error)
}

// The run has been told to stop: the loop waits until it has, whatever the context.
func untilStopped(ctx context.Context, r run) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for range tick.C {
		done, err := r.Finished(context.WithoutCancel(ctx))
		if err != nil {
			continue
		}
		if done {
			break
		}
	}
}

func untilDone(ctx context.Context, r run) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for range tick.C { // want `range over tick\.C of 2s does not end when ctx does`
		done, err := r.Finished(ctx)
		if err != nil {
			continue
		}
		if done {
			break
		}
	}
}
