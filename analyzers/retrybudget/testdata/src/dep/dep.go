// Package dep repeats things.
package dep

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Until calls fn until it returns nil, and gives up after limit.
func Until(limit, delay time.Duration, fn func() error) error {
	begun := time.Now()
	for {
		err := fn()
		if err == nil {
			return nil
		}
		if time.Since(begun)+delay > limit {
			return fmt.Errorf("not done after %s: %w", limit, err)
		}
		time.Sleep(delay)
	}
}

// Client asks up to four times.
type Client struct{ db *sql.DB }

// Load makes four attempts of up to two seconds.
func (c *Client) Load(ctx context.Context) error {
	var err error
	for n := 0; n < 4; n++ {
		if err = c.once(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Get loads.
func (c *Client) Get(ctx context.Context) error { return c.Load(ctx) }

// Short gives all its attempts three seconds.
func (c *Client) Short(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return c.Load(ctx)
}

func (c *Client) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.db.PingContext(ctx)
}

// Call is one operation.
type Call[Q, A any] func(ctx context.Context, q Q) (A, error)

// Again returns a call that tries up to n times, for limit together.
func Again[Q, A any](n int, limit time.Duration, next Call[Q, A]) Call[Q, A] {
	return func(ctx context.Context, q Q) (A, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		var a A
		var err error
		for i := 0; i < n; i++ {
			if a, err = next(ctx, q); err == nil || ctx.Err() != nil {
				return a, err
			}
			time.Sleep(100 * time.Millisecond)
		}
		return a, err
	}
}

// Within runs fn up to n times, each for one at most and for all together.
func Within(ctx context.Context, n int, one, all time.Duration, fn func(context.Context) error) error {
	if all <= 0 {
		all = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, all)
	defer cancel()
	var err error
	for i := 0; i < n; i++ {
		tryCtx, cancel := context.WithTimeout(ctx, one)
		err = fn(tryCtx)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
