// Package again gives its generator another seed.
package again

import (
	"context"
	"math/rand/v2"
	"net"
	"time"
)

func push(addr string) error {
	c, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	return c.Close()
}

func run(ctx context.Context, addr string) (err error) {
	src := rand.NewPCG(1, 2)
	rng := rand.New(src)
	src.Seed(uint64(time.Now().UnixNano()), 2)
	for {
		if err = push(addr); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second + time.Duration(rng.Int64N(int64(time.Second)))):
		}
	}
}
