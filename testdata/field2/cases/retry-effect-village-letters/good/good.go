// Package good sends a letter to every house of a village. A failed run leaves the rest of the
// houses to the next, which begins where it stopped.
package good

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
	left := v.houses
	return persist(ctx, 4, func(ctx context.Context) error {
		for len(left) > 0 {
			if err := v.post.Deliver(ctx, left[0], letter); err != nil {
				return fmt.Errorf("house %s: %w", left[0], err)
			}
			left = left[1:]
		}
		return nil
	})
}
