// Package seed draws the random part of its delays from generators of its own.
package seed

import (
	"context"
	"math/rand"
	randv2 "math/rand/v2"
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

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type station struct {
	addr string
	rng  *rand.Rand
}

func newStation(addr string) *station {
	return &station{addr: addr, rng: rand.New(rand.NewSource(1))} // want `comes from a generator with a fixed seed`
}

func (s *station) spread(d time.Duration) time.Duration {
	return d + time.Duration(s.rng.Int63n(int64(d/2)))
}

func (s *station) run(ctx context.Context) error {
	for {
		if err := push(s.addr); err == nil {
			return nil
		}
		d := s.spread(2 * time.Second)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

// With the helper that waits.
func local(ctx context.Context, addr string) (err error) {
	rng := randv2.New(randv2.NewPCG(1, 2)) // want `comes from a generator with a fixed seed`
	for {
		if err = push(addr); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second+time.Duration(rng.Int64N(int64(time.Second)))); err != nil {
			return err
		}
	}
}

var shared = rand.New(rand.NewSource(42)) // want `comes from a generator with a fixed seed`

func global(ctx context.Context, addr string) (err error) {
	for {
		if err = push(addr); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second+time.Duration(shared.Float64()*float64(time.Second))); err != nil {
			return err
		}
	}
}

// Another seed each time.
func ofTime(ctx context.Context, addr string) (err error) {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	for {
		if err = push(addr); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second+time.Duration(rng.Int63n(int64(time.Second)))); err != nil {
			return err
		}
	}
}

// The seed comes from outside.
func given(ctx context.Context, addr string, seed int64) (err error) {
	rng := rand.New(rand.NewSource(seed))
	for {
		if err = push(addr); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second+time.Duration(rng.Int63n(int64(time.Second)))); err != nil {
			return err
		}
	}
}

// The generator may come from outside.
type client struct {
	addr string
	rng  *rand.Rand
}

func newClient(addr string, rng *rand.Rand) *client { return &client{addr: addr, rng: rng} }

func testClient(addr string) *client { return newClient(addr, rand.New(rand.NewSource(1))) }

func (c *client) run(ctx context.Context) (err error) {
	for {
		if err = push(c.addr); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second+time.Duration(c.rng.Int63n(int64(time.Second)))); err != nil {
			return err
		}
	}
}

// Another part of the delay is random.
func both(ctx context.Context, addr string) (err error) {
	rng := rand.New(rand.NewSource(7))
	for {
		if err = push(addr); err == nil {
			return nil
		}
		d := time.Second + time.Duration(rng.Int63n(int64(time.Second)))
		if err := wait(ctx, d+randv2.N(time.Second)); err != nil {
			return err
		}
	}
}

// What is drawn has nothing to do with the delay.
func pick(ctx context.Context, addrs []string) (err error) {
	rng := rand.New(rand.NewSource(3))
	for {
		if err = push(addrs[rng.Intn(len(addrs))]); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
}
