// Package paced collects in conditions that are polled and in loops that a ticker paces.
package paced

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func one(ctx context.Context, db *sql.DB, k string) (s string, err error) {
	err = db.QueryRowContext(ctx, "SELECT v FROM t WHERE k = $1", k).Scan(&s)
	return s, err
}

func polled(ctx context.Context, db *sql.DB, keys []string) (string, error) {
	var sb strings.Builder
	err := wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 4, Factor: 2}, func(ctx context.Context) (bool, error) {
		for _, k := range keys {
			s, err := one(ctx, db, k)
			if err != nil {
				return false, nil
			}
			sb.WriteString(s) // want `each attempt writes into sb`
		}
		return true, nil
	})
	return sb.String(), err
}

// A failure ends it.
func polledOnce(ctx context.Context, db *sql.DB, keys []string) (string, error) {
	var sb strings.Builder
	err := wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 4, Factor: 2}, func(ctx context.Context) (bool, error) {
		for _, k := range keys {
			s, err := one(ctx, db, k)
			if err != nil {
				return false, err
			}
			sb.WriteString(s)
		}
		return true, nil
	})
	return sb.String(), err
}

// What is collected until enough is there.
func gathered(ctx context.Context, db *sql.DB, want int) ([]string, error) {
	var all []string
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		s, err := one(ctx, db, "next")
		if err != nil {
			return false, nil
		}
		all = append(all, s)
		return len(all) >= want, nil
	})
	return all, err
}

func collect(ctx context.Context, db *sql.DB, keys []string, all *[]string) error {
	for _, k := range keys {
		s, err := one(ctx, db, k)
		if err != nil {
			return err
		}
		*all = append(*all, s)
	}
	return nil
}

func ticked(ctx context.Context, db *sql.DB, keys []string) ([]string, error) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	var all []string
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.C:
			if err := collect(ctx, db, keys, &all); err == nil { // want `each attempt appends to all`
				return all, nil
			}
		}
	}
}
