// Package good counts visitors in a Cassandra counter table. Only the reading statement gets a retry
// policy; an update of a counter that timed out may have been applied and is not repeated.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/gocql/gocql"
)

// Gates keeps the counts of all gates.
type Gates struct {
	session *gocql.Session
	limit   time.Duration
	reads   gocql.RetryPolicy
}

// OpenGates connects to the cluster.
func OpenGates(hosts ...string) (*Gates, error) {
	cluster := gocql.NewCluster(hosts...)
	cluster.Keyspace = "park"
	cluster.Consistency = gocql.LocalQuorum
	cluster.Timeout = 2 * time.Second
	cluster.ConnectTimeout = 2 * time.Second
	session, err := cluster.CreateSession()
	if err != nil {
		return nil, fmt.Errorf("connect to %v: %w", hosts, err)
	}
	return &Gates{
		session: session,
		limit:   12 * time.Second,
		reads: &gocql.ExponentialBackoffRetryPolicy{
			NumRetries: 3,
			Min:        100 * time.Millisecond,
			Max:        time.Second,
		},
	}, nil
}

// Close ends the session.
func (g *Gates) Close() { g.session.Close() }

// Passed adds people to the count of the gate.
func (g *Gates) Passed(ctx context.Context, gate string, day time.Time, people int64) error {
	ctx, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()
	err := g.session.Query(`UPDATE visitors SET people = people + ? WHERE gate = ? AND day = ?`,
		people, gate, day.Format(time.DateOnly)).
		WithContext(ctx).
		Exec()
	if err != nil {
		return fmt.Errorf("count %d at %s: %w", people, gate, err)
	}
	return nil
}

// Visitors returns the count of the gate.
func (g *Gates) Visitors(ctx context.Context, gate string, day time.Time) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()
	var people int64
	err := g.session.Query(`SELECT people FROM visitors WHERE gate = ? AND day = ?`,
		gate, day.Format(time.DateOnly)).
		WithContext(ctx).
		RetryPolicy(g.reads).
		Scan(&people)
	if err != nil {
		return 0, fmt.Errorf("visitors at %s: %w", gate, err)
	}
	return people, nil
}
