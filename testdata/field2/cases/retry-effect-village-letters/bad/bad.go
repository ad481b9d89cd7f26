// Package bad sends a letter to every house of a village. All houses are one operation of the
// retry: when the seventh fails, the first six get their letter again.
package bad

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Post delivers one letter, or says that it surely did not.
type Post interface {
	Deliver(ctx context.Context, house, letter string) error
}

// Village is all houses.
type Village struct {
	post   Post
	houses []string
}

func persist(ctx context.Context, times int, op func(ctx context.Context) error) error {
	var err error
	for n := range times {
		if n > 0 {
			t := time.NewTimer(time.Duration(n)*time.Second + rand.N(time.Second))
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return ctx.Err()
			}
		}
		if err = op(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("after %d times: %w", times, err)
}

// Send delivers a letter to all.
func (v *Village) Send(ctx context.Context, letter string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	return persist(ctx, 4, func(ctx context.Context) error { // OR retry-effect
		for _, h := range v.houses { // OR retry-effect
			if err := v.post.Deliver(ctx, h, letter); err != nil { // EXPECT retry-effect
				return fmt.Errorf("house %s: %w", h, err)
			}
		}
		return nil
	})
}
