// Package pool takes connections out of pools.
package pool

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

type listener struct {
	pool *pgxpool.Pool
	on   func(error)
}

// Right: where no connection came there is nothing to hold, and else it is
// given back before the pause.
func (l *listener) run(ctx context.Context) {
	for {
		conn, err := l.pool.Acquire(ctx)
		if err != nil {
			l.on(err)
			if !pause(ctx, time.Second) {
				return
			}
			continue
		}
		err = conn.Exec(ctx, "LISTEN a")
		if err == nil {
			conn.Release()
			return
		}
		conn.Release()
		if !pause(ctx, time.Second) {
			return
		}
	}
}

// Right: the same, the other way round.
func (l *listener) once(ctx context.Context) error {
	var err error
	for range 5 {
		var conn *pgxpool.Conn
		if conn, err = l.pool.Acquire(ctx); err == nil {
			err = conn.Exec(ctx, "SELECT 1")
			conn.Release()
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Kept through the pauses, and given back at the end.
func (l *listener) again(ctx context.Context) error {
	conn, err := l.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for range 5 {
		if err = conn.Exec(ctx, "LISTEN a"); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `the slot of l.pool, taken at pool.go:\d+, is held across the pause between two attempts`
	}
	return err
}

// Given back only after the pause.
func (l *listener) late(ctx context.Context) {
	for {
		conn, err := l.pool.Acquire(ctx)
		if err != nil {
			return
		}
		if err = conn.Exec(ctx, "LISTEN a"); err == nil {
			conn.Release()
			return
		}
		ok := pause(ctx, time.Second) // want `the slot of l.pool, taken at pool.go:\d+, is held across the pause between two attempts`
		conn.Release()
		if !ok {
			return
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
