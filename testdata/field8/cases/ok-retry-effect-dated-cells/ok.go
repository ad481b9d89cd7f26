// Package ok stores the readings of glacier probes in Cassandra under a retry policy for the
// whole cluster. It is right although the policy repeats INSERT statements: the primary key is
// the probe and the time of the reading, an INSERT there is an upsert, and the write
// timestamp is the reading's as well, so a repeated write changes nothing.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gocql/gocql"
)

// Reading is one measurement.
type Reading struct {
	Probe   string
	At      time.Time
	Celsius float64
	Depth   int
}

// Store keeps readings.
type Store struct {
	session *gocql.Session
	limit   time.Duration
}

// Open connects to the cluster.
func Open(hosts ...string) (*Store, error) {
	cluster := gocql.NewCluster(hosts...)
	cluster.Keyspace = "glacier"
	cluster.Consistency = gocql.LocalQuorum
	cluster.Timeout = 2 * time.Second
	cluster.ConnectTimeout = 2 * time.Second
	cluster.RetryPolicy = &gocql.ExponentialBackoffRetryPolicy{
		NumRetries: 3,
		Min:        100 * time.Millisecond,
		Max:        time.Second,
	}
	session, err := cluster.CreateSession()
	if err != nil {
		return nil, fmt.Errorf("connect to %v: %w", hosts, err)
	}
	return &Store{session: session, limit: 12 * time.Second}, nil
}

// Close ends the session.
func (s *Store) Close() { s.session.Close() }

// Add stores readings and returns the errors of those that could not be stored.
func (s *Store) Add(ctx context.Context, readings []Reading) error {
	var failed []error
	for _, r := range readings {
		if err := s.add(ctx, r); err != nil {
			failed = append(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failed...)
}

func (s *Store) add(ctx context.Context, r Reading) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	err := s.session.Query(
		`INSERT INTO readings (probe, at, celsius, depth) VALUES (?, ?, ?, ?) USING TIMESTAMP ?`,
		r.Probe, r.At, r.Celsius, r.Depth, r.At.UnixMicro()).
		WithContext(ctx).
		Idempotent(true).
		Exec()
	if err != nil {
		return fmt.Errorf("reading of %s at %s: %w", r.Probe, r.At.Format(time.RFC3339), err)
	}
	return nil
}
