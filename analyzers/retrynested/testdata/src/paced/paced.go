// Package paced puts conditions that are polled into loops, and retries into loops
// that a ticker paces.
package paced

import (
	"context"
	"database/sql"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func polled(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 3; i++ {
		err = wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: 100 * time.Millisecond, Factor: 2, Steps: 5}, func(ctx context.Context) (bool, error) { // want `3 × 5 = 15 attempts`
			return db.PingContext(ctx) == nil, nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A wait for something in memory.
func waited(ctx context.Context, ready func() bool) (err error) {
	for i := 0; i < 3; i++ {
		err = wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: 100 * time.Millisecond, Factor: 2, Steps: 5}, func(ctx context.Context) (bool, error) {
			return ready(), nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func ticked(ctx context.Context, db *sql.DB) (err error) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range 3 {
		if err = ping(ctx, db); err == nil { // want `3 × 4 = 12 attempts`
			return nil
		}
		<-t.C
	}
	return err
}
