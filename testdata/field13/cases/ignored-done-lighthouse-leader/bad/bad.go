// Package bad lets one of several lighthouses steer the common beam; an etcd election chooses
// it. Nobody looks at the session's Done channel: when the lease runs out another lighthouse is
// elected, and this one goes on steering until its process ends.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

const (
	sessionTTL  = 15 // seconds
	resignLimit = 3 * time.Second
)

// Beam turns the beam until ctx ends.
type Beam interface {
	Steer(ctx context.Context) error
}

// Lighthouse takes part in the election.
type Lighthouse struct {
	name string
	etcd *clientv3.Client
	beam Beam
	log  *slog.Logger
}

// Run steers whenever this lighthouse is the elected one, until ctx ends.
func (l *Lighthouse) Run(ctx context.Context) error {
	for {
		err := l.term(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.log.Warn("term over", "lighthouse", l.name, "err", err)
		select {
		case <-time.After(2*time.Second + rand.N(2*time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *Lighthouse) term(ctx context.Context) (err error) {
	session, err := concurrency.NewSession(l.etcd, concurrency.WithTTL(sessionTTL), concurrency.WithContext(ctx)) // OR ignored-done
	if err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()

	election := concurrency.NewElection(session, "/lighthouses/leader")
	if err := election.Campaign(ctx, l.name); err != nil { // OR ignored-done
		return fmt.Errorf("campaign: %w", err)
	}
	defer func() {
		rctx, stop := context.WithTimeout(context.WithoutCancel(ctx), resignLimit)
		defer stop()
		err = errors.Join(err, election.Resign(rctx))
	}()

	l.log.Info("steering", "lighthouse", l.name)
	if err := l.beam.Steer(ctx); err != nil { // EXPECT ignored-done
		return fmt.Errorf("steer: %w", err)
	}
	return nil
}
