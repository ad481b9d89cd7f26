// Package leader lets one instance at a time run the nightly jobs.
package leader

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Work runs while this instance leads; its context ends with the lead.
type Work func(ctx context.Context) error

// Candidate stands for election again and again.
type Candidate struct {
	etcd *clientv3.Client
	key  string
	name string
	log  *slog.Logger
}

// New returns a Candidate.
func New(etcd *clientv3.Client, key, name string, log *slog.Logger) *Candidate {
	return &Candidate{etcd: etcd, key: key, name: name, log: log}
}

// Run leads whenever it can, until ctx ends.
func (c *Candidate) Run(ctx context.Context, work Work) error {
	for {
		err := func() error {
			s, err := concurrency.NewSession(c.etcd, concurrency.WithTTL(15), concurrency.WithContext(ctx))
			if err != nil {
				return fmt.Errorf("session: %w", err)
			}
			defer s.Orphan()
			defer c.revoke(s.Lease())

			lead, cancel := context.WithCancel(ctx)
			defer cancel()
			go func() {
				select {
				case <-s.Done():
					cancel()
				case <-lead.Done():
				}
			}()
			e := concurrency.NewElection(s, c.key)
			if err := e.Campaign(lead, c.name); err != nil {
				return fmt.Errorf("campaign: %w", err)
			}
			c.log.Info("leading", "key", c.key)
			return work(lead)
		}()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.log.Warn("lead over", "key", c.key, "err", err)
		t := time.NewTimer(2*time.Second + rand.N(3*time.Second))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// revoke gives the lease back, also when the process is about to end.
func (c *Candidate) revoke(id clientv3.LeaseID) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if _, err := c.etcd.Revoke(ctx, id); err != nil {
		c.log.Warn("lease not revoked", "key", c.key, "err", err)
	}
}
