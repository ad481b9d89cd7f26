package a

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"
)

type store interface {
	Put(ctx context.Context, k string) error
}

type server struct{ s store }

var errConflict = errors.New("conflict")

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.put(r.Context(), "k"); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *server) put(ctx context.Context, k string) error {
	for { // want `nothing limits the attempts of the loop, neither a number nor a time: while the failure lasts, the request of \(\*server\).ServeHTTP never ends; limit both`
		err := s.s.Put(ctx, k)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (s *server) recurse(ctx context.Context, k string) error {
	err := s.s.Put(ctx, k)
	if errors.Is(err, errConflict) {
		return s.recurse(ctx, k) // want `\(\*server\).recurse calls itself after each failure, without a limit`
	}
	return err
}

func fetch(c *http.Client, url string) error {
	for i := 0; i < 5; i++ {
		resp, err := c.Get(url)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		defer resp.Body.Close() // want `defer in the loop of a retry runs when the function returns, not when the attempt ends`
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("no luck")
}

// Right.

type bounded struct{ s store }

func (b *bounded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	_ = b.put(ctx, "k")
	_ = b.counted(r.Context(), "k")
}

func (b *bounded) put(ctx context.Context, k string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for {
		err := b.s.Put(ctx, k)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (b *bounded) counted(ctx context.Context, k string) error {
	for n := 0; ; n++ {
		err := b.s.Put(ctx, k)
		if err == nil || n == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// background has all the time of the process.
func background(ctx context.Context, s store) error {
	for {
		err := s.Put(ctx, "k")
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (s *server) left(ctx context.Context, k string, tries int) error {
	err := s.s.Put(ctx, k)
	if errors.Is(err, errConflict) && tries > 0 {
		return s.left(ctx, k, tries-1)
	}
	return err
}

type iter struct{ pending []store }

// next goes on with the next source when one has come to its end.
func (i *iter) next(ctx context.Context) error {
	if len(i.pending) == 0 {
		return errors.New("done")
	}
	err := i.pending[0].Put(ctx, "k")
	if errors.Is(err, errConflict) {
		i.pending = i.pending[1:]
		return i.next(ctx)
	}
	return err
}

func onTheWayOut(c *http.Client, url string) error {
	for i := 0; i < 5; i++ {
		resp, err := c.Get(url)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		defer resp.Body.Close()
		return nil
	}
	return errors.New("no luck")
}

type line interface {
	Serve(ctx context.Context) error
}

func again(ctx context.Context, l line) error {
	err := l.Serve(ctx)
	log.Print(err)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
	}
	return again(ctx, l) // want `again calls itself for each next turn, without an end`
}

func againLess(ctx context.Context, l line, n int) error {
	err := l.Serve(ctx)
	log.Print(err)
	if n == 0 {
		return err
	}
	time.Sleep(time.Second)
	return againLess(ctx, l, n-1)
}

func deferContinue(ctx context.Context, c *http.Client, req *http.Request) error {
	for n := 0; n < 5; n++ {
		resp, err := c.Do(req)
		if err != nil {
			continue
		}
		defer resp.Body.Close() // want `defer in the loop of a retry runs when the function returns`
		if resp.StatusCode >= 500 {
			continue
		}
		return nil
	}
	return nil
}

func deferReturn(ctx context.Context, c *http.Client, req *http.Request) error {
	for n := 0; n < 5; n++ {
		resp, err := c.Do(req)
		if err != nil {
			continue
		}
		defer resp.Body.Close()
		return nil
	}
	return nil
}

// It comes to an end: each call reads more.
func (c *collector) upTo(ctx context.Context, n int) (int, error) {
	if err := c.l.Serve(ctx); err != nil {
		return 0, err
	}
	time.Sleep(time.Second)
	if c.have < n {
		return c.upTo(ctx, n)
	}
	return c.have, nil
}

type collector struct {
	l    line
	have int
}

// A parameter that is counted before it is handed on limits a recursion.
func (s *server) countsDown(ctx context.Context, k string, left int) error {
	left--
	if left < 0 {
		return errors.New("too often")
	}
	if err := s.s.Put(ctx, k); err != nil {
		return s.countsDown(ctx, k, left)
	}
	return nil
}

func (s *server) countsUp(ctx context.Context, k string, n int) error {
	n++
	if err := s.s.Put(ctx, k); err != nil {
		if n > 5 {
			return err
		}
		return s.countsUp(ctx, k, n)
	}
	return nil
}

// Counted, but nobody asks how often.
func (s *server) countsForTheLog(ctx context.Context, k string, n int) error {
	n++
	if err := s.s.Put(ctx, k); err != nil {
		log.Print(n)
		return s.countsForTheLog(ctx, k, n) // want `\(\*server\).countsForTheLog calls itself after each failure, without a limit`
	}
	return nil
}
