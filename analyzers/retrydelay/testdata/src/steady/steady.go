// Package steady has random parts that a cap cuts off.
package steady

import (
	"context"
	"math"
	"math/rand/v2"
	"net"
	"time"
)

const most = 2 * time.Minute

func session(ctx context.Context, addr string) error {
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	return c.Close()
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func p1(n int) time.Duration {
	d := 2 * time.Second << min(n, 8)
	d += rand.N(d / 2)
	return min(d, most) // want `this cuts its random part off`
}

func p2(n int) time.Duration {
	d := time.Second << min(n, 10)
	j := d + time.Duration(rand.Float64()*float64(d)/2)
	if j > most { // want `this cuts its random part off`
		return most
	}
	return j
}

func p3(n int) time.Duration {
	d := time.Duration(math.Min(math.Pow(2, float64(n)), 1024)) * time.Second
	d = time.Duration(float64(d) * (1 + 0.3*rand.Float64()))
	if d > most { // want `this cuts its random part off`
		d = most
	}
	return d
}

// cap then jitter
func g1(n int) time.Duration {
	d := min(2*time.Second<<min(n, 8), most)
	return d/2 + rand.N(d/2)
}

// base never gets that far
func g2(n int) time.Duration {
	d := time.Second << min(n, 6)
	d += rand.N(d / 2)
	return min(d, most)
}

// full jitter from zero then cap keeps a part random
func g3(n int) time.Duration {
	d := time.Second << min(n, 8)
	return min(rand.N(d), most)
}

func L1(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
			continue
		}
		if wait(ctx, p1(n)) != nil {
			return
		}
		n++
	}
}

func L2(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
		} else {
			n++
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(p2(n)):
		}
	}
}

func L3(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
			continue
		}
		n++
		if wait(ctx, p3(n)) != nil {
			return
		}
	}
}

func G(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
			continue
		}
		n++
		if wait(ctx, g1(n)) != nil {
			return
		}
		if wait(ctx, g2(n)) != nil {
			return
		}
		if wait(ctx, g3(n)) != nil {
			return
		}
	}
}

func G2(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
			continue
		}
		n++
		if wait(ctx, g2(n)) != nil {
			return
		}
	}
}

func G3(ctx context.Context, addr string) {
	n := 0
	for {
		err := session(ctx, addr)
		if err == nil {
			n = 0
			continue
		}
		n++
		if wait(ctx, g3(n)) != nil {
			return
		}
	}
}

// in place, kept duration
func L4(ctx context.Context, addr string) {
	d := time.Second
	for {
		err := session(ctx, addr)
		if err == nil {
			d = time.Second
			continue
		}
		d *= 2
		d += rand.N(d / 2)
		if d > most { // want `this cuts its random part off`
			d = most
		}
		if wait(ctx, d) != nil {
			return
		}
	}
}

// in place: min(d + jitter, most)
func L5(ctx context.Context, addr string) {
	d := time.Second
	for {
		err := session(ctx, addr)
		if err == nil {
			d = time.Second
			continue
		}
		if wait(ctx, min(d+rand.N(d/4), most)) != nil { // want `this cuts its random part off`
			return
		}
		d = min(d*2, 10*time.Minute)
	}
}

// capped below
func L6(ctx context.Context, addr string) {
	d := time.Second
	for {
		err := session(ctx, addr)
		if err == nil {
			d = time.Second
			continue
		}
		if wait(ctx, min(d+rand.N(d/4), most)) != nil {
			return
		}
		d = min(d*2, time.Minute)
	}
}

// few attempts: silent
func L7(ctx context.Context, addr string) (err error) {
	for n := range 5 {
		if n > 0 {
			if e := wait(ctx, p1(n)); e != nil {
				return e
			}
		}
		if err = session(ctx, addr); err == nil {
			return nil
		}
	}
	return err
}
