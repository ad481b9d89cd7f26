package a

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Loops that ask a function whether to go on.

func overOrDone(ctx context.Context, err error) bool { return err == nil || ctx.Err() != nil }

func (s *store) toldInLoop(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		try, cancel := context.WithTimeout(ctx, limit)
		err = s.read(try)
		stop := overOrDone(try, err) // want `try is the context of this attempt alone: its end, the attempt's own timeout, ends the loop`
		cancel()
		if stop {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) toldAgain(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		try, cancel := context.WithTimeout(ctx, limit)
		err = s.read(try)
		again := worthIt(try, err) // want `try is the context of this attempt alone`
		cancel()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) keptInVariable(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		try, cancel := context.WithTimeout(ctx, limit)
		err = s.read(try)
		stop := err == nil || try.Err() != nil // want `try is the context of this attempt alone`
		cancel()
		if stop {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The caller's context is asked.
func (s *store) callersToldInLoop(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		try, cancel := context.WithTimeout(ctx, limit)
		err = s.read(try)
		cancel()
		if overOrDone(ctx, err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func timedOut(ctx context.Context) bool { return ctx.Err() != nil }

// What is asked leads to another attempt.
func (s *store) slowIsRepeated(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		try, cancel := context.WithTimeout(ctx, limit)
		err = s.read(try)
		slow := timedOut(try)
		cancel()
		if err == nil || !slow {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Limits that pile up by way of another variable, or in a literal.

func (s *store) byTheWay(ctx context.Context) {
	for {
		c, cancel := context.WithTimeout(ctx, limit)
		ctx = c // want `each turn of the loop at goon.go:\d+ derives ctx from the one of the turn before`
		err := s.read(ctx)
		cancel()
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (s *store) inAttempts(ctx context.Context) (int, error) {
	outer := ctx
	return backoff.Retry(outer, func() (int, error) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit) // want `each attempt of backoff.Retry at goon.go:\d+ derives ctx from the one of the turn before`
		defer cancel()
		return 0, s.read(ctx)
	}, backoff.WithMaxTries(4))
}

func (s *store) inOnce(ctx context.Context) (err error) {
	once := func() error {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit) // want `each call at goon.go:\d+ derives ctx`
		defer cancel()
		return s.read(ctx)
	}
	for range 3 {
		if err = once(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A function that is called once for each context.
func (s *store) inOnceAnew(base context.Context) (err error) {
	for range 3 {
		ctx := base
		once := func() error {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
			return s.read(ctx)
		}
		if err = once(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The variable is given the caller's context before each call.
func (s *store) setBefore(base context.Context) (err error) {
	ctx := base
	once := func() error {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
		return s.read(ctx)
	}
	for range 3 {
		ctx = base
		if err = once(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Called once.
func (s *store) justOnce(ctx context.Context) error {
	once := func() error {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
		return s.read(ctx)
	}
	return once()
}

// All limits are in force for what comes after the loop.
func (s *store) narrowed(ctx context.Context, limits []time.Duration) error {
	for _, d := range limits {
		c, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		ctx = c
	}
	return s.read(ctx)
}

// Values only.
func (s *store) marked(ctx context.Context) (err error) {
	for i := range 3 {
		c := context.WithValue(ctx, key{}, i)
		ctx = c
		if err = s.read(ctx); err == nil {
			return nil
		}
	}
	return err
}

type key struct{}

type exchange struct{ Request *http.Request }

func (e *exchange) piled(c *http.Client) (err error) {
	for range 3 {
		ctx, cancel := context.WithTimeout(e.Request.Context(), limit)
		e.Request = e.Request.WithContext(ctx) // want `each turn of the loop at goon.go:\d+ keeps in e.Request a context derived from the last one`
		resp, err := c.Do(e.Request)
		cancel()
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Made from the context that came in.
func (e *exchange) fromFirst(c *http.Client) (err error) {
	first := e.Request.Context()
	for range 3 {
		ctx, cancel := context.WithTimeout(first, limit)
		e.Request = e.Request.WithContext(ctx)
		resp, err := c.Do(e.Request)
		cancel()
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Another object in each turn.
func each(es []*exchange, c *http.Client) {
	for _, e := range es {
		ctx, cancel := context.WithTimeout(e.Request.Context(), limit)
		e.Request = e.Request.WithContext(ctx)
		if resp, err := c.Do(e.Request); err == nil {
			resp.Body.Close()
		}
		cancel()
	}
}
