package a

import (
	"context"
	"errors"
	"log"
	"math"
	"math/rand"
	"net"
	"time"
)

type broker interface {
	Receive(ctx context.Context) (string, error)
	Send(ctx context.Context, s string) error
}

func handle(string) {}

func tight(ctx context.Context, b broker) {
	for ctx.Err() == nil {
		s, err := b.Receive(ctx)
		if err != nil {
			log.Print(err)
			continue // want `after a failure broker.Receive is tried again at once, for as long as the failure lasts`
		}
		handle(s)
	}
}

func five(ctx context.Context, b broker) error {
	var err error
	for i := 0; i < 5; i++ { // want `after a failure broker.Send is tried again at once, 5 times in a row`
		if err = b.Send(ctx, "x"); err == nil {
			return nil
		}
	}
	return err
}

func shift(n int) time.Duration {
	d := time.Second * (1 << n) // want `overflows`
	if d > time.Minute {
		d = time.Minute
	}
	return d
}

func overflow(ctx context.Context, b broker) error {
	failures := 0
	for {
		err := b.Send(ctx, "x")
		if err == nil {
			failures = 0
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d := shift(failures)
		failures++
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d + time.Duration(rand.Int63n(int64(time.Second)))):
		}
	}
}

func pow(n int) time.Duration {
	d := time.Duration(float64(time.Second) * math.Pow(2, float64(n))) // want `overflows once failures reaches 34`
	return min(d, time.Minute)
}

func overflowPow(ctx context.Context, b broker) error {
	for failures := 0; ; failures++ {
		if err := b.Send(ctx, "x"); err == nil {
			failures = 0
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pow(failures)):
		}
	}
}

func noJitter(d time.Duration) time.Duration {
	return d * time.Duration(1+0.3*rand.Float64()) // want `is always the same number`
}

func collapsed(ctx context.Context, b broker) error {
	for {
		err := b.Send(ctx, "x")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(noJitter(time.Second)):
		}
	}
}

func afterLast(ctx context.Context, b broker) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = b.Send(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `the last of the attempts is followed by a delay as well, of up to 2s`
	}
	return err
}

// Right.

func paced(ctx context.Context, b broker) {
	for ctx.Err() == nil {
		s, err := b.Receive(ctx)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second + time.Duration(rand.Int63n(int64(time.Second))))
			continue
		}
		handle(s)
	}
}

func failover(ctx context.Context, brokers []broker) error {
	var err error
	for _, b := range brokers {
		if err = b.Send(ctx, "x"); err == nil {
			return nil
		}
	}
	return err
}

var errStale = errors.New("stale connection")

func two(ctx context.Context, b broker) error {
	var err error
	for range 2 {
		if err = b.Send(ctx, "x"); !errors.Is(err, errStale) {
			return err
		}
	}
	return err
}

func limited(n int) time.Duration {
	return min(time.Second<<min(n, 10), time.Minute)
}

func capped(ctx context.Context, b broker) error {
	for failures := 0; ; failures++ {
		if err := b.Send(ctx, "x"); err == nil {
			failures = 0
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(limited(failures)):
		}
	}
}

func floats(n int) time.Duration {
	f := float64(time.Second) * math.Pow(2, float64(n))
	if f > float64(time.Minute) {
		f = float64(time.Minute)
	}
	return time.Duration(f)
}

func cappedFloats(ctx context.Context, b broker) error {
	for failures := 0; ; failures++ {
		if err := b.Send(ctx, "x"); err == nil {
			failures = 0
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(floats(failures)):
		}
	}
}

func leavesBefore(ctx context.Context, b broker) error {
	for i := 0; ; i++ {
		err := b.Send(ctx, "x")
		if err == nil || i == 2 {
			return err
		}
		time.Sleep(2 * time.Second)
	}
}

func accept(ln net.Listener) error {
	for {
		c, err := ln.Accept()
		if err != nil {
			return err
		}
		c.Close()
	}
}
