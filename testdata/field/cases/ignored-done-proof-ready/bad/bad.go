// Package bad follows a print job until its proof is ready. The job's state is asked for
// under the context; between two questions the follower receives from a timer alone, with
// an interval that the print shop itself may raise to minutes.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Job is the state of a print job.
type Job struct {
	ID    string
	State string
	Proof []byte
	Hint  time.Duration // when to ask again, if the shop says so
}

// Shop knows print jobs.
type Shop interface {
	Job(ctx context.Context, id string) (*Job, error)
}

// ErrRejected is returned for a job the shop will not print.
var ErrRejected = errors.New("job was rejected")

type settings struct{ every, longest time.Duration }

// Option changes how a job is followed.
type Option func(*settings)

// Every sets the pause between two questions.
func Every(d time.Duration) Option { return func(s *settings) { s.every = d } }

// Proof returns the proof of a job once there is one.
func Proof(ctx context.Context, shop Shop, id string, opts ...Option) ([]byte, error) {
	conf := settings{every: 2 * time.Second, longest: 5 * time.Minute}
	for _, opt := range opts {
		opt(&conf)
	}
	pause := func(hint time.Duration) {
		tick := time.NewTimer(conf.pick(hint))
		defer tick.Stop()
		<-tick.C // EXPECT ignored-done
	}
	for {
		job, err := shop.Job(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("ask for job %s: %w", id, err)
		}
		switch job.State {
		case "proofed":
			return job.Proof, nil
		case "rejected":
			return nil, fmt.Errorf("job %s: %w", id, ErrRejected)
		}
		pause(job.Hint) // OR ignored-done
	}
}

func (s settings) pick(hint time.Duration) time.Duration {
	if hint <= 0 {
		return s.every
	}
	return min(hint, s.longest)
}
