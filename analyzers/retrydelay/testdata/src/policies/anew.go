package policies

import (
	"context"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type feed struct{ addr string }

func (f *feed) session(ctx context.Context) error {
	c, err := net.Dial("tcp", f.addr)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Read(make([]byte, 100))
	return err
}

// Nothing starts the policy anew.
func (f *feed) run(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	for {
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		println(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(bo.NextBackOff()): // want `bo grows with each turn and nothing resets it`
		}
	}
}

// Reset after a session that has lasted.
func (f *feed) resets(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	for {
		began := time.Now()
		err := f.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > time.Minute {
			bo.Reset()
		}
		println(err)
		time.Sleep(bo.NextBackOff())
	}
}

// Handed to what resets it.
func (f *feed) handed(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	for {
		err := f.with(bo)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		println(err)
		time.Sleep(bo.NextBackOff())
	}
}

func (f *feed) with(b backoff.BackOff) error {
	c, err := net.Dial("tcp", f.addr)
	if err != nil {
		return err
	}
	b.Reset()
	return c.Close()
}

// Made anew after a success.
func (f *feed) madeAnew(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	for ctx.Err() == nil {
		if err := f.session(ctx); err == nil {
			bo = backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
			continue
		}
		time.Sleep(max(bo.NextBackOff(), 0))
	}
	return ctx.Err()
}

// One success ends it.
func (f *feed) untilOnce(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	for {
		err := f.session(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(bo.NextBackOff())
	}
}

// The policy is made with the object, behind the interface.
type wire struct {
	feed
	redial backoff.BackOff
	calm   backoff.BackOff
	known  backoff.BackOff
	given  backoff.BackOff
}

func newWire(given backoff.BackOff) *wire {
	return &wire{
		redial: backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0)),
		calm:   backoff.NewConstantBackOff(time.Second),
		known:  backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0)),
		given:  given,
	}
}

func (l *wire) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := l.session(ctx)
		println(err)
		time.Sleep(l.redial.NextBackOff()) // want `redial grows with each turn and nothing resets it`
	}
}

// A constant one has nothing to reset; one that comes in may be anything.
func (l *wire) runCalm(ctx context.Context) {
	for ctx.Err() == nil {
		err := l.session(ctx)
		println(err)
		time.Sleep(l.calm.NextBackOff())
	}
}

func (l *wire) runGiven(ctx context.Context) {
	for ctx.Err() == nil {
		err := l.session(ctx)
		println(err)
		time.Sleep(l.given.NextBackOff())
	}
}

// Another method resets it.
func (l *wire) runKnown(ctx context.Context) {
	for ctx.Err() == nil {
		err := l.session(ctx)
		println(err)
		time.Sleep(l.known.NextBackOff())
	}
}

func (l *wire) heard() { l.known.Reset() }
